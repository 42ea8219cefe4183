import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { dateIn } from '#contract/dates.ts';
import { type Dealer, getDealer } from '#contract/dealer.ts';
import { call } from './api.ts';

/** The dealer: name, logo, time zone, phone country. */
export const dealerQuery = queryOptions({
  queryKey: ['dealer'],
  queryFn: ({ signal }) => call(getDealer, { signal }),
  staleTime: 5 * 60_000,
});

/** @returns the dealer; the root route has loaded it before any screen shows. */
export function useDealer(): Dealer {
  return useSuspenseQuery(dealerQuery).data;
}

/** @returns today's calendar date in the dealer's time zone. */
export function useToday(): string {
  return dateIn(useDealer().timeZone, new Date());
}
