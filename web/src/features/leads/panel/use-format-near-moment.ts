import { dateInTimeZone } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/** @returns a function that writes a moment without its date when that is today, and without the year when it is this one. */
export function useFormatNearMoment(): (instant: string) => string {
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  return (instant) => {
    const date = dateInTimeZone(timeZone, new Date(instant));
    const time = formats.timeOf(Date.parse(instant));
    return date === today ? time : `${formats.nearDate(date, today)}, ${time}`;
  };
}
