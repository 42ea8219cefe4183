import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { logContact, undoContact } from '#contract/contacts.ts';
import { assignLead, releaseLead, takeLead } from '#contract/leads/lead-advisors.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { getCurrentLead } from '#web/features/leads/form/lead-conflict.ts';
import { cacheAnswer, cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** `staysOpen`: the user goes on with the lead, also where this takes it out of its list. */
type LoggedAttempt = { body: EndpointBodyInput<typeof logContact>; staysOpen: boolean };

/** Makes a mutation that logs an attempt to reach a lead's customer, and shows the lead as the server answered. */
export function useLogContact(id: string) {
  return useMutation({
    mutationFn: ({ body }: LoggedAttempt) => mutate(logContact, { params: { id }, body }),
    onSuccess: ({ lead }, { staysOpen }) => (staysOpen ? cacheLead(lead) : cacheAnswer(lead)),
  });
}

/** Makes a mutation that takes back an attempt by its id, and shows the lead as the server answered. */
export function useUndoContact() {
  return useMutation({
    mutationFn: (contact: string) => mutate(undoContact, { params: { id: contact } }),
    onSuccess: ({ lead }) => cacheAnswer(lead),
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
      if ('advisor' in body) return mutate(assignLead, { params, body });
      return mutate(kind === 'take' ? takeLead : releaseLead, { params });
    },
    onSuccess: cacheAnswer,
    onError(error) {
      const current = getCurrentLead(error);
      if (current) cacheLead(current);
      const owner = current?.advisor;
      toast.error(owner ? t('takenBy', { name: owner.name }) : errorText(error));
    },
  });
}
