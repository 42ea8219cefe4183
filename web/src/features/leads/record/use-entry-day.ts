import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { dateIn } from '#contract/text/dates.ts';
import { formatDay, formatNearDate } from '#web/lib/format/format.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';

/** @returns a formatter for the day of an instant, in the dealer's time zone. */
export function useEntryDay(): (instant: string) => string {
  const { timeZone } = useDealer();
  const locale = useLocale();
  return useCallback((instant) => formatDay(instant, timeZone, locale), [timeZone, locale]);
}

/** @returns a formatter for the entry day on a card: 'Entered 3 Nov'. */
export function useEntered(): (instant: string) => string {
  const t = useTranslations('leads');
  const { timeZone } = useDealer();
  const today = useToday();
  const locale = useLocale();
  return useCallback(
    (instant) => t('entered', { day: formatNearDate(dateIn(timeZone, new Date(instant)), today, locale) }),
    [t, timeZone, today, locale],
  );
}
