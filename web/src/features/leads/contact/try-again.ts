import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';

/** The moments that are offered for the next attempt. */
export const tryAgainChoices = ['twoHours', 'afternoon', 'tomorrow', 'threeDays'] as const;
export type TryAgainChoice = (typeof tryAgainChoices)[number];

const hour = 3_600_000;

/** The time of day at which a reminder comes that names only a day. */
export const firstCallTime = '10:00';

/** @returns when a choice lies in a time zone (IANA name); undefined if it has passed. */
export function getTryAgainTime(choice: TryAgainChoice, now: Date, timeZone: string): Date | undefined {
  const today = dateInTimeZone(timeZone, now);
  switch (choice) {
    case 'twoHours':
      return new Date(now.getTime() + 2 * hour);
    case 'afternoon': {
      const at = instantInTimeZone(timeZone, today, '15:00');
      return at > now ? at : undefined;
    }
    case 'tomorrow':
      return instantInTimeZone(timeZone, addDays(today, 1), firstCallTime);
    case 'threeDays':
      return instantInTimeZone(timeZone, addDays(today, 3), firstCallTime);
  }
}
