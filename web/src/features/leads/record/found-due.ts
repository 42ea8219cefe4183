import { useTranslations } from 'use-intl';
import type { FoundLead } from '#contract/leads/lead-find.ts';
import { dateIn } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/** What a lead waits for, or when it last changed its status; `isLate`: should have been seen to earlier. */
export function useFoundDue(): (lead: FoundLead) => { text: string; isLate: boolean } {
  const t = useTranslations('find.due');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  return ({ status, isActive, tryAgainAt, nextFollowUpDates, appointmentDate, appointmentTime, ...lead }) => {
    const day = (date: string) => formats.nearDate(date, today);
    const followUp = nextFollowUpDates.at(-1);
    if (isActive && tryAgainAt)
      return { text: t('tryAgain', { at: formats.moment(tryAgainAt) }), isLate: false };
    if (isActive && status === 'potential' && followUp) {
      const isLate = followUp < today;
      return { text: t(isLate ? 'followUpLate' : 'followUp', { date: day(followUp) }), isLate };
    }
    if (isActive && status === 'booked' && appointmentDate) {
      const isLate = appointmentDate < today;
      const time = appointmentTime ? `, ${formats.time(appointmentTime)}` : '';
      const date = `${day(appointmentDate)}${time}`;
      return { text: t(isLate ? 'appointmentLate' : 'appointment', { date }), isLate };
    }
    if (isActive && status === 'pending') {
      const date = day(dateIn(timeZone, new Date(lead.createdAt)));
      return { text: t('new', { date }), isLate: false };
    }
    return { text: t('past', { date: day(lead.date) }), isLate: false };
  };
}
