import { queryOptions } from '@tanstack/react-query';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { call } from '#web/lib/api/api.ts';

/** Who may have leads of a center, or of any the employee sees. */
export const advisorsQuery = (serviceCenter: string | undefined) =>
  queryOptions({
    queryKey: ['employees', 'advisors', serviceCenter ?? 'all'],
    queryFn: ({ signal }) => call(listAdvisors, { query: { serviceCenter }, signal }),
    staleTime: 60_000,
  });
