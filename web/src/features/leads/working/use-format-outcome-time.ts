import type { LogContactBody } from '#contract/contacts.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { useFormatDay } from '#web/features/leads/record/use-format-day.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/** @returns a function that writes for when an outcome books, follows up or reminds; '' for one that is over. */
export function useFormatOutcomeTime(): (given: Pick<LogContactBody, 'move' | 'tryAgainAt'>) => string {
  const formats = useFormats();
  const formatDay = useFormatDay();
  const { timeZone } = useDealer();
  return ({ move, tryAgainAt }) => {
    if (tryAgainAt) {
      const day = formatDay(dateInTimeZone(timeZone, new Date(tryAgainAt)));
      return `${day}, ${formats.timeOf(Date.parse(tryAgainAt))}`;
    }
    const { appointmentDate, appointmentTime, nextFollowUpDates } = move ?? {};
    const date = appointmentDate ?? nextFollowUpDates?.at(-1);
    if (!date) return '';
    return appointmentTime ? `${formatDay(date)}, ${formats.time(appointmentTime)}` : formatDay(date);
  };
}
