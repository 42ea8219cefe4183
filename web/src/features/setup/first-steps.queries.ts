import { queryOptions } from '@tanstack/react-query';
import { getFirstSteps } from '#contract/first-steps.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

const readAgain = 30_000;

/** Reads what a new dealer does first, and what of it is done. */
export const firstStepsQuery = queryOptions({
  ...endpointQuery(getFirstSteps),
  // Before the first lead nothing else tells that the dashboard has something to show.
  refetchInterval: ({ state }) => state.data?.hasLeads === false && readAgain,
});
