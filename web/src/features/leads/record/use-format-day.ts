import { useTranslations } from 'use-intl';
import { addDays } from '#contract/text/dates.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/** @returns a function that writes a day within a sentence: today, tomorrow and yesterday by these words. */
export function useFormatDay(): (date: string) => string {
  const t = useTranslations('queue.why');
  const formats = useFormats();
  const today = useToday();
  return (date) => {
    if (date === today) return t('today');
    if (date === addDays(today, 1)) return t('tomorrow');
    return date === addDays(today, -1) ? t('yesterday') : formats.nearDate(date, today);
  };
}
