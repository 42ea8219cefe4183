import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** @returns the names of the seven weekdays from Sunday. */
export function useWeekdayNames(): string[] {
  const locale = useLocale();
  return useMemo(() => {
    const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    // A Sunday.
    return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2026, 0, 4 + day)));
  }, [locale]);
}
