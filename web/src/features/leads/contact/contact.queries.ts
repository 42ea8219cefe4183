import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { type Contact, correctContact, logContact, undoContact } from '#contract/contacts.ts';
import { assignLead, releaseLead, takeLead } from '#contract/leads/lead-advisors.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { currentLead } from '#web/features/leads/form/lead-conflict.ts';
import { keepAnswer, keepLead } from '#web/features/leads/record/leads.queries.ts';
import { change, changeShown } from '#web/lib/api/change.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export function useLogContact(id: string) {
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof logContact>) => change(logContact, { params: { id }, body }),
    onSuccess: ({ lead }) => keepAnswer(lead),
  });
}

export function useUndoContact() {
  return useMutation({
    mutationFn: (contact: string) => change(undoContact, { params: { id: contact } }),
    onSuccess: ({ lead }) => keepAnswer(lead),
  });
}

export function useCorrectContact({ _id: id }: Pick<Contact, '_id'>) {
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof correctContact>) =>
      changeShown(correctContact, { params: { id }, body }),
  });
}

type AdvisorChange =
  | { kind: 'take' | 'release' }
  | { kind: 'assign'; advisor: string | null; version: number };

/** Changes the advisor. When two take a lead at once, one is refused with the lead as it is, and told who has it. */
export function useChangeAdvisor(id: string) {
  const t = useTranslations('leadContact');
  const errorText = useErrorText();
  return useMutation({
    mutationFn({ kind, ...body }: AdvisorChange): Promise<Lead> {
      const params = { id };
      if ('advisor' in body) return change(assignLead, { params, body });
      return change(kind === 'take' ? takeLead : releaseLead, { params });
    },
    onSuccess: keepAnswer,
    onError(error) {
      const current = currentLead(error);
      if (current) keepLead(current);
      const owner = current?.advisor;
      toast.error(owner ? t('takenBy', { name: owner.name }) : errorText(error));
    },
  });
}
