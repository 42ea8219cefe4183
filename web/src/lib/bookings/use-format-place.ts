import { useLocale, useTranslations } from 'use-intl';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { formatPlaceDay } from './place-text.ts';

type Place = { date: string; time: string | null };

/** @returns functions that write the day of a place, and the place as a whole. */
export function useFormatPlace(): { day: (date: string) => string; place: (place: Place) => string } {
  const t = useTranslations('places');
  const locale = useLocale();
  const today = useToday();
  const formats = useFormats();
  const day = (date: string) => formatPlaceDay(date, today, locale);
  return {
    day,
    place: ({ date, time }) =>
      time === null ? day(date) : t('dayAndTime', { day: day(date), time: formats.time(time) }),
  };
}
