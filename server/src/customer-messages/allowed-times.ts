import type { MessageSettings } from '#contract/customer-messages/message-settings.ts';
import { addDays, clockInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { WorkingHours } from '#contract/working-hours.ts';

const farthestDays = 60;

/** When nobody is written to: quiet hours by the clock of `timeZone`, and holidays. */
type QuietTimes = {
  settings: Pick<MessageSettings, 'quietFrom' | 'quietTo'>;
  holidays: WorkingHours['holidays'];
  timeZone: string;
};

/** Returns the first moment from `at` on at which customers of a center may be written to: outside quiet hours and holidays. */
export function getNextAllowedTime(
  { settings: { quietFrom, quietTo }, holidays, timeZone }: QuietTimes,
  center: string,
  at: Date,
): Date {
  let moment = at;
  for (let turn = 0; turn < farthestDays; turn++) {
    const [day = '', time = ''] = clockInTimeZone(timeZone, moment).split('T');
    if (isHoliday(day)) moment = instantInTimeZone(timeZone, addDays(day, 1), '00:00');
    else if (isQuiet(time.slice(0, 5))) {
      const ends = time.slice(0, 5) < quietTo ? day : addDays(day, 1);
      moment = instantInTimeZone(timeZone, ends, quietTo);
    } else return moment;
  }
  return moment;

  function isHoliday(day: string): boolean {
    return holidays.some(
      (each) => each.day === day && (each.serviceCenter === null || each.serviceCenter === center),
    );
  }

  function isQuiet(time: string): boolean {
    if (quietFrom <= quietTo) return quietFrom <= time && time < quietTo;
    return time >= quietFrom || time < quietTo;
  }
}

/** Returns until when customers of a center who may be written to at a moment still may be: the next quiet hours or holiday. */
export function getAllowedUntil(
  { settings: { quietFrom, quietTo }, holidays, timeZone }: QuietTimes,
  center: string,
  at: Date,
): Date {
  const day = clockInTimeZone(timeZone, at).slice(0, 10);
  const next = addDays(day, 1);
  const isClosed = holidays.some(
    (each) => each.day === next && (each.serviceCenter === null || each.serviceCenter === center),
  );
  const midnight = instantInTimeZone(timeZone, next, '00:00');
  if (quietFrom === quietTo)
    return isClosed ? midnight : instantInTimeZone(timeZone, addDays(day, 2), '00:00');
  const today = instantInTimeZone(timeZone, day, quietFrom);
  const quiet = today > at ? today : instantInTimeZone(timeZone, next, quietFrom);
  return isClosed && midnight < quiet ? midnight : quiet;
}
