import { dateIn, instantIn } from '#contract/text/dates.ts';
import { morning } from '#web/features/leads/contact/try-again.ts';

const hour = 3_600_000;

/** A day without a time means its morning; today, in an hour. */
export function momentOf(date: string, time: string, now: Date, timeZone: string): Date {
  if (time === '' && date === dateIn(timeZone, now)) return new Date(now.getTime() + hour);
  return instantIn(timeZone, date, time || morning);
}

export const followUpDays = { tomorrow: 1, inThreeDays: 3, inAWeek: 7, inTwoWeeks: 14 } as const;
export type FollowUpName = keyof typeof followUpDays;
