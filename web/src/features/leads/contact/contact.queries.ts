import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { type Contact, correctContact, logContact, undoContact } from '#contract/contacts.ts';
import { assignLead, releaseLead, takeLead } from '#contract/leads/lead-advisors.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { currentLead } from '#web/features/leads/form/lead-conflict.ts';
import { call } from '#web/lib/api/api.ts';

/** Shows a lead as the server answered, also in a conflict. */
function useKeepLead() {
  const client = useQueryClient();
  return (lead: Lead) => {
    client.setQueryData(['leads', 'one', lead._id], lead);
    void client.invalidateQueries({ queryKey: ['leads'] });
    void client.invalidateQueries({ queryKey: ['panels', lead._id] });
  };
}

/** The same `key` logs one try. */
export function useLogContact(id: string) {
  const keep = useKeepLead();
  return useMutation({
    mutationFn: (body: BodyInput<typeof logContact>) => call(logContact, { params: { id }, body }),
    onSuccess: ({ lead }) => keep(lead),
  });
}

export function useUndoContact() {
  const keep = useKeepLead();
  return useMutation({
    mutationFn: (contact: string) => call(undoContact, { params: { id: contact } }),
    onSuccess: ({ lead }) => keep(lead),
  });
}

/** Is done once the lead is shown with it. */
export function useCorrectContact({ _id: id, lead }: Pick<Contact, '_id' | 'lead'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof correctContact>) => call(correctContact, { params: { id }, body }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: ['leads'] });
      return client.invalidateQueries({ queryKey: ['panels', lead] });
    },
  });
}

type AdvisorChange =
  | { kind: 'take' | 'release' }
  | { kind: 'assign'; advisor: string | null; version: number };

/** Of two who take a lead at once, one is refused, with the lead as it is. */
export function useChangeAdvisor(id: string) {
  const keep = useKeepLead();
  return useMutation({
    mutationFn({ kind, ...body }: AdvisorChange): Promise<Lead> {
      const params = { id };
      if ('advisor' in body) return call(assignLead, { params, body });
      return call(kind === 'take' ? takeLead : releaseLead, { params });
    },
    onSuccess: keep,
    onError(error) {
      const current = currentLead(error);
      if (current) keep(current);
    },
  });
}
