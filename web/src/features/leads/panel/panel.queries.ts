import { queryOptions } from '@tanstack/react-query';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import { call } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

/** Also renews the lead itself, which a list already showed. */
export const panelQuery = (id: string) =>
  queryOptions({
    queryKey: ['panels', id],
    async queryFn({ signal }) {
      const panel = await call(getLeadPanel, { params: { id }, signal });
      queryClient.setQueryData(['leads', 'one', id], panel.lead);
      return panel;
    },
  });
