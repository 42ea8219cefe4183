import { addDays, clockInTimeZone } from '#contract/text/dates.ts';
import type { OpeningSpan, WorkingHours } from '#contract/working-hours.ts';
import { getOpeningSpans, getWeekday } from '#contract/working-time.ts';
import type { BookingRules } from './booking-rules.ts';
import { type BookingDay, bookingLimits, type PlaceRefusal, type PlaceTime } from './bookings.ts';

/**
 * All on which the places of a center depend, except what is booked. `rules`: null for a center that takes any booking; `now` decides what is
 * too soon; `offering`: the one that is booked, if a center takes only `perDay` of it on a day.
 */
export type PlaceSettings = {
  center: string;
  hours: WorkingHours;
  rules: BookingRules | null;
  timeZone: string;
  now: Date;
  offering: { name: string; perDay: number } | null;
};

/** How many cars have a place on a day: in all, by the hour in which they come, and for the offering that is booked. */
export type BookedCounts = { total: number; byHour: ReadonlyMap<number, number>; ofOffering: number };

export const noBookedCounts: BookedCounts = { total: 0, byHour: new Map(), ofOffering: 0 };

/** A place in the day of a center: a time, or null for a booking of the day alone. */
export type Place = { date: string; time: string | null };

/** The place from which a lead is moved, at the same center; `isOfOffering`: it was for the same offering. */
export type FormerPlace = Place & { isOfOffering: boolean };

/** Says why a place is not booked without a question. */
export type PlaceFault = Omit<PlaceRefusal, 'date' | 'time' | 'next' | 'mayOverbook'>;

const wholeDay: OpeningSpan = { from: '00:00', to: '24:00' };

const minutesOfPlace = 30;

/** Returns the {@link BookingDay} of a center. @param booked how many cars have a place on it. */
export function describeBookingDay(settings: PlaceSettings, date: string, booked: number): BookingDay {
  const { center, hours, rules } = settings;
  const holidays = hours.holidays.filter(
    ({ day, serviceCenter }) => day === date && (serviceCenter === null || serviceCenter === center),
  );
  const capacity = rules?.week[getWeekday(date)];
  return {
    date,
    holiday: holidays[0]?.name ?? null,
    spans: [...getOpeningSpans(hours, center, date)],
    closures: listClosures(rules, date),
    hasRules: rules !== null,
    perDay: capacity?.perDay ?? null,
    perHour: capacity?.perHour ?? null,
    noticeMinutes: rules?.noticeMinutes ?? null,
    daysAhead: rules?.daysAhead ?? null,
    booked,
  };
}

/** Tells whether a center takes bookings at some time of a day. */
export function isOpenForBookings(day: Pick<BookingDay, 'spans' | 'closures'>): boolean {
  if (day.closures.length === 0) return day.spans.length > 0;
  return listTimes(day).some((time) => !isClosedAt(day, time));
}

/** Lists the half hours of a day in which the center is open. @param counts and `former` as of {@link findPlaceFault}. */
export function listPlaceTimes(
  settings: PlaceSettings,
  date: string,
  counts: BookedCounts,
  former: FormerPlace | null = null,
): PlaceTime[] {
  const day = describeBookingDay(settings, date, counts.total);
  const limits = getLimits(settings);
  return listTimes(day).map((time) => ({
    time,
    booked: counts.byHour.get(Number(time.slice(0, 2))) ?? 0,
    capacity: day.perHour,
    isFree: isFreeAt(day, limits, counts, time, former),
  }));
}

/**
 * Finds the first reason for which a place is asked about instead of booked, at a center without rules only of an offering. A booking
 * without a time counts for its day alone.
 *
 * @param counts without the lead that is booked.
 * @param former its own place until now: nothing is asked about a day or hour in which it stays.
 */
export function findPlaceFault(
  settings: PlaceSettings,
  { date, time }: Place,
  counts: BookedCounts,
  former: FormerPlace | null = null,
): PlaceFault | null {
  const day = describeBookingDay(settings, date, counts.total);
  return findFault(day, getLimits(settings), counts, time, former);
}

/**
 * Finds the first free place from a day on, from `time` on if it is given.
 *
 * @param countsOn what is booked on a day, without the lead that is booked.
 * @returns null if none of the following 60 days has one.
 */
export function findNextPlace(
  settings: PlaceSettings,
  { date: from, time: earliest }: Place,
  countsOn: (date: string) => BookedCounts,
): { date: string; time: string } | null {
  const limits = getLimits(settings);
  for (let days = 0; days < bookingLimits.days; days++) {
    const date = addDays(from, days);
    const counts = countsOn(date);
    const day = describeBookingDay(settings, date, counts.total);
    const time = listTimes(day).find(
      (each) => (days > 0 || earliest === null || each >= earliest) && isFreeAt(day, limits, counts, each),
    );
    if (time !== undefined) return { date, time };
  }
  return null;
}

/** Moments by the clock of the dealer, `YYYY-MM-DDTHH:MM`, and the last day that can be booked. */
type Limits = Pick<PlaceSettings, 'rules' | 'offering'> & {
  now: string;
  earliest: string;
  lastDay: string | null;
};

function getLimits({ rules, timeZone, now, offering }: PlaceSettings): Limits {
  const clock = (at: Date) => clockInTimeZone(timeZone, at).slice(0, 16);
  const notice = (rules?.noticeMinutes ?? 0) * 60_000;
  const daysAhead = rules?.daysAhead ?? null;
  return {
    ...{ rules, offering, now: clock(now) },
    earliest: clock(new Date(now.getTime() + notice)),
    lastDay: daysAhead === null ? null : addDays(clock(now).slice(0, 10), daysAhead),
  };
}

function findFault(
  day: BookingDay,
  { rules, offering, now, earliest, lastDay }: Limits,
  counts: BookedCounts,
  time: string | null,
  former: FormerPlace | null,
): PlaceFault | null {
  const formerOnDay = former?.date === day.date ? former : null;
  const offeringFull = formerOnDay?.isOfOffering
    ? null
    : findFull('offeringFull', counts.ofOffering, offering?.perDay, offering?.name);
  if (!day.hasRules) return offeringFull;
  if (formerOnDay?.time !== time) {
    if (time === null ? !isOpenForBookings(day) : !isOpenAt(day, time) || isClosedAt(day, time))
      return { ...noFault, reason: 'closed' };
    if (!formerOnDay && lastDay !== null && day.date > lastDay)
      return { ...noFault, reason: 'tooFar', limit: rules?.daysAhead ?? null };
    // Without notice a car that is there already can still be recorded.
    if (earliest > now && `${day.date}T${time ?? getLastTime(day)}` < earliest)
      return { ...noFault, reason: 'tooSoon', limit: rules?.noticeMinutes ?? null };
  }
  const hour = getHour(time);
  const isInFormerHour = formerOnDay !== null && getHour(formerOnDay.time) === hour;
  const inHour = hour === null ? 0 : (counts.byHour.get(hour) ?? 0);
  return (
    (formerOnDay ? null : findFull('dayFull', counts.total, day.perDay)) ??
    offeringFull ??
    (hour === null || isInFormerHour ? null : findFull('hourFull', inHour, day.perHour))
  );
}

const noFault = { booked: null, capacity: null, offering: null, limit: null };

function findFull(
  reason: PlaceFault['reason'],
  booked: number,
  capacity: number | null = null,
  offering: string | null = null,
): PlaceFault | null {
  return capacity !== null && booked >= capacity ? { ...noFault, reason, booked, capacity, offering } : null;
}

function isFreeAt(
  day: BookingDay,
  limits: Limits,
  counts: BookedCounts,
  time: string,
  former: FormerPlace | null = null,
): boolean {
  return `${day.date}T${time}` >= limits.now && findFault(day, limits, counts, time, former) === null;
}

function getLastTime(day: BookingDay): string {
  return listTimes(day).findLast((time) => !isClosedAt(day, time)) ?? '24:00';
}

function listClosures(rules: BookingRules | null, date: string): BookingDay['closures'] {
  return (rules?.closures ?? [])
    .filter(({ day }) => day === date)
    .map(({ from, to, note }) => ({ from: from ?? wholeDay.from, to: to ?? wholeDay.to, note }))
    .sort((one, other) => one.from.localeCompare(other.from));
}

function isOpenAt({ spans }: Pick<BookingDay, 'spans'>, time: string): boolean {
  return spans.some(({ from, to }) => from <= time && time < to);
}

function isClosedAt({ closures }: Pick<BookingDay, 'closures'>, time: string): boolean {
  return closures.some(({ from, to }) => from <= time && time < to);
}

const times = Array.from({ length: (24 * 60) / minutesOfPlace }, (_, place) => {
  const minutes = place * minutesOfPlace;
  const padded = (part: number) => String(part).padStart(2, '0');
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
});

function listTimes(day: Pick<BookingDay, 'spans'>): string[] {
  return times.filter((time) => isOpenAt(day, time));
}

function getHour(time: string | null): number | null {
  return time === null ? null : Number(time.slice(0, 2));
}
