import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallGroup } from '#contract/leads/call-order.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { dateInTimeZone, daysBetween } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useFormatDay } from './use-format-day.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const pressing = 10 * minute;

type DueText = { text: string; isLate: boolean };

/** @returns a function that says why a lead is in its group of the queue; time left is counted down live. */
export function useDueText(): (lead: Lead, group: CallGroup) => DueText {
  const t = useTranslations('queue.why');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const now = useNow();
  const dayOf = useFormatDay();

  const whenOf = (at: number) => {
    const date = dateInTimeZone(timeZone, new Date(at));
    return date === today ? formats.timeOf(at) : `${dayOf(date)}, ${formats.timeOf(at)}`;
  };
  const appointmentOf = ({ appointmentDate, appointmentTime }: Lead) => {
    const date = dayOf(appointmentDate ?? today);
    return appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
  };
  const promisedDay = ({ tryAgainAt, nextFollowUpDates }: Lead) =>
    tryAgainAt ? dateInTimeZone(timeZone, new Date(tryAgainAt)) : (nextFollowUpDates.at(-1) ?? today);
  const late = (text: string): DueText => ({ text, isLate: true });
  const calm = (text: string): DueText => ({ text, isLate: false });
  const again = (at: string): DueText => {
    const when = whenOf(Date.parse(at));
    return Date.parse(at) <= now ? late(t('againSince', { when })) : calm(t('againAt', { when }));
  };
  const lateBy = (time: number): DueText => late(t('late', durationOf(time)));
  const running = ({ responseDueAt }: Lead): DueText => {
    const due = Date.parse(responseDueAt ?? '');
    const left = due - now;
    if (left <= 0) return lateBy(-left);
    if (left > hour) return calm(t('answerBy', { when: whenOf(due) }));
    const text = t('left', { minutes: Math.ceil(left / minute) });
    return left < pressing ? late(text) : calm(text);
  };

  return (lead, group) => {
    switch (group) {
      case 'targetRunning':
      case 'targetMissed':
        return running(lead);
      case 'overdue':
        return late(t('overdue', { days: daysBetween(promisedDay(lead), today) }));
      case 'dueToday':
        return lead.tryAgainAt ? again(lead.tryAgainAt) : calm(t('dueToday'));
      case 'passedAppointment':
        return late(appointmentOf(lead));
      case 'appointmentToday':
      case 'appointmentTomorrow':
        return calm(appointmentOf(lead));
      case 'older':
        return Date.parse(lead.responseDueAt ?? '') < now
          ? running(lead)
          : calm(t('waiting', durationOf(now - Date.parse(lead.createdAt))));
    }
  };
}

function durationOf(time: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (time < hour) return { unit: 'minutes', count: Math.max(1, Math.floor(time / minute)) };
  if (time < 2 * day) return { unit: 'hours', count: Math.floor(time / hour) };
  return { unit: 'days', count: Math.floor(time / day) };
}

const sentences = {
  appointmentToday: 'confirm',
  appointmentTomorrow: 'remind',
  passedAppointment: 'outcome',
} as const satisfies Partial<Record<CallGroup, string>>;

/** @returns a function that says why a lead is due and what to do about it, for where no group of the queue stands above the lead. */
export function useDueSentence(): (lead: Lead, group: CallGroup) => DueText {
  const t = useTranslations('queue.sentences');
  const describe = useDueText();
  return (lead, group) => {
    const due = describe(lead, group);
    const isToBeSaid = Object.hasOwn(sentences, group);
    return isToBeSaid
      ? { ...due, text: t(sentences[group as keyof typeof sentences], { why: due.text }) }
      : due;
  };
}

const milliseconds = () => serverClock.now().getTime();

function useNow(): number {
  const [now, setNow] = useState(milliseconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(milliseconds()), 15 * second);
    return () => clearInterval(timer);
  }, []);
  return now;
}
