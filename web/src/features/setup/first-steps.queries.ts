import { queryOptions } from '@tanstack/react-query';
import { getFirstSteps } from '#contract/first-steps.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

const readAgain = 30_000;

export const firstStepsQuery = queryOptions({
  ...endpointQuery(getFirstSteps),
  // Before the first lead nothing else tells that the dashboard has something to show.
  refetchInterval: ({ state }) => state.data?.hasLeads === false && readAgain,
});
