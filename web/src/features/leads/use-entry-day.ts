import { useCallback } from 'react';
import { useLocale } from 'use-intl';
import { useDealer } from '#web/lib/dealer.ts';
import { formatDay } from '#web/lib/format.ts';

/** @returns how to write the day of an instant, in the dealer's time zone and the interface's language. */
export function useEntryDay(): (instant: string) => string {
  const { timeZone } = useDealer();
  const locale = useLocale();
  return useCallback((instant) => formatDay(instant, timeZone, locale), [timeZone, locale]);
}
