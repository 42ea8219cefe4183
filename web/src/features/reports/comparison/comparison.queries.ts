import { keepPreviousData } from '@tanstack/react-query';
import { type ComparisonGrouping, type ComparisonSpan, getWorkComparison } from '#contract/comparison.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import type { ComparisonFilters } from './shown-figures.ts';
import { getComparedDays } from './spans.ts';

/** The comparison as the URL of the dashboard chooses it. */
export type ComparisonUrl = ComparisonFilters & {
  span?: ComparisonSpan;
  from?: string;
  to?: string;
  by: ComparisonGrouping;
};

/** Returns the query of the call that compares what the URL chooses. */
export const getComparisonInput = (
  { serviceCenter, advisor, platform, by, ...url }: ComparisonUrl,
  today: string | undefined,
) => ({ ...getComparedDays(url, today), serviceCenter, advisor, platform, by });

/** Reads the comparison that tiles and groups share. What it is compared with moves on with the clock. */
export const comparisonQuery = (url: ComparisonUrl, today: string | undefined) => ({
  ...endpointQuery(getWorkComparison, { query: getComparisonInput(url, today) }),
  placeholderData: keepPreviousData,
  refetchInterval: 300_000,
});
