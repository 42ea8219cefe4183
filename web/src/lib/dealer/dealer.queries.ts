import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type Dealer, getDealer } from '#contract/dealer.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useTodayIn } from '#web/lib/browser/use-today.ts';

declare global {
  interface Window {
    earlyDealer?: Promise<Dealer | undefined>;
  }
}

/** The query of the dealer, which every screen needs. */
export const dealerQuery = queryOptions({
  ...endpointQuery(getDealer),
  async queryFn({ signal }) {
    const early = window.earlyDealer;
    window.earlyDealer = undefined;
    return (await early) ?? call(getDealer, { signal });
  },
});

/** Returns the dealer, whom the root route loads before any screen. */
export function useDealer(): Dealer {
  return useSuspenseQuery(dealerQuery).data;
}

/** Returns the date in the dealer's time zone, which changes at its midnight. */
export function useToday(): string {
  return useTodayIn(useDealer().timeZone);
}
