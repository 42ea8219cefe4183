import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import type { QueueGroup } from '#contract/leads/queue-groups.ts';
import { addDays, dateIn } from '#contract/text/dates.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `isLate`: should have been seen to earlier. */
type DueText = { text: string; isLate: boolean };

export function useDueText(): (lead: Lead, group: QueueGroup) => DueText {
  const t = useTranslations('queue.why');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const now = useNow();

  const dayOf = (date: string) => {
    if (date === today) return t('today');
    if (date === addDays(today, 1)) return t('tomorrow');
    return date === addDays(today, -1) ? t('yesterday') : formats.nearDate(date, today);
  };
  const appointmentOf = ({ appointmentDate, appointmentTime }: Lead) => {
    const date = dayOf(appointmentDate ?? today);
    return appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
  };
  const late = (text: string): DueText => ({ text, isLate: true });
  const calm = (text: string): DueText => ({ text, isLate: false });

  return (lead, group) => {
    switch (group) {
      case 'overdue':
        return late(t('overdue', { days: daysBetween(lead.nextFollowUpDates.at(-1) ?? today, today) }));
      case 'dueToday':
        return calm(t('dueToday'));
      case 'new':
        return calm(waiting(now - Date.parse(lead.createdAt), t));
      case 'passedAppointment':
        return late(t('passedAppointment', { when: appointmentOf(lead) }));
      case 'comingAppointment':
        return calm(t('comingAppointment', { when: appointmentOf(lead) }));
      case 'tryAgain': {
        const at = Date.parse(lead.tryAgainAt ?? lead.updatedAt);
        const date = dateIn(timeZone, new Date(at));
        const when = date === today ? formats.timeOf(at) : `${dayOf(date)}, ${formats.timeOf(at)}`;
        const text = t(at <= now ? 'againSince' : 'againAt', { when });
        return date < today ? late(text) : calm(text);
      }
    }
  };
}

function waiting(time: number, t: ReturnType<typeof useTranslations<'queue.why'>>): string {
  if (time < hour) return t('waitingMinutes', { minutes: Math.max(1, Math.floor(time / minute)) });
  if (time < 2 * day) return t('waitingHours', { hours: Math.floor(time / hour) });
  return t('waitingDays', { days: Math.floor(time / day) });
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day);
}

/** @returns milliseconds, anew every minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
