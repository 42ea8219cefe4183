import { useTranslations } from 'use-intl';
import type { FoundLead } from '#contract/leads/lead-find.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { describeDue } from './found-lead.ts';
import { useFormatDay } from './use-format-day.ts';

/** @returns a function that says what a found lead waits for, and whether that is late. */
export function useDescribeDue(): (lead: FoundLead) => { text: string; isLate: boolean } {
  const t = useTranslations('find.due');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const formatDay = useFormatDay();
  return (lead) => {
    const due = describeDue(lead, serverClock.now().getTime(), today);
    const day = (date: string | null | undefined) => (date ? formatDay(date) : '');
    const moment = (at: string | null) => {
      if (!at) return '';
      const date = dateInTimeZone(timeZone, new Date(at));
      const clock = formats.timeOf(Date.parse(at));
      return date === today ? clock : `${day(date)}, ${clock}`;
    };
    const time = lead.appointmentTime ? `, ${formats.time(lead.appointmentTime)}` : '';
    const when = {
      tryAgain: moment(lead.tryAgainAt),
      followUp: day(lead.nextFollowUpDates.at(-1)),
      appointment: `${day(lead.appointmentDate)}${time}`,
      answer: moment(lead.responseDueAt),
      new: day(dateInTimeZone(timeZone, new Date(lead.createdAt))),
      past: day(lead.date),
    }[due.what];
    return { text: due.isLate ? t(`late.${due.what}`, { when }) : t(due.what, { when }), isLate: due.isLate };
  };
}
