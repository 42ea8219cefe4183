import { queryOptions } from '@tanstack/react-query';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import { cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** Reads the panel and renews the lead itself, which a list already showed. */
export const leadPanelQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getLeadPanel, { params: { id } }),
    async queryFn({ signal }) {
      const panel = await call(getLeadPanel, { params: { id }, signal });
      cacheLead(panel.lead);
      return panel;
    },
  });
