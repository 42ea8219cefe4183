import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type Dealer, getDealer } from '#contract/dealer.ts';
import { call } from '#web/lib/api/api.ts';
import { useTodayIn } from '#web/lib/browser/use-today.ts';

export const dealerQuery = queryOptions({
  queryKey: ['dealer'],
  queryFn: ({ signal }) => call(getDealer, { signal }),
  staleTime: 5 * 60_000,
});

/** The root route loads the dealer before any screen. */
export function useDealer(): Dealer {
  return useSuspenseQuery(dealerQuery).data;
}

/** The date in the dealer's time zone; changes at its midnight. */
export function useToday(): string {
  return useTodayIn(useDealer().timeZone);
}
