import type { Booking } from '#contract/bookings/booking.ts';
import type { getBookingDay } from '#contract/bookings/bookings.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { addDays, daysBetween } from '#contract/text/dates.ts';

/** The bookings of a day at one center, as the server answers them. */
export type DayReply = EndpointReply<typeof getBookingDay>;

export const daysOfWeek = 7;

/** Returns the seven days of the week that holds a day. Weeks are counted from today, so each begins on the weekday of today. */
export function getWeekOf(day: string, today: string): string[] {
  const weeks = Math.floor(daysBetween(today, day) / daysOfWeek);
  const first = addDays(today, weeks * daysOfWeek);
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(first, days));
}

/** A place in the day of a center; without a `time`, a booking of the day alone. */
export type Place = { date: string; time: string | null };

const keyOfTime = ({ time }: Booking) => time ?? '';

/** Returns the reply for a center's day with a booking moved to a place, or removed if that is on another day. */
export function moveBookingInDay(
  reply: DayReply,
  center: string,
  booking: Booking,
  { date, time }: Place,
): DayReply {
  const others = reply.bookings.filter(({ _id }) => _id !== booking._id);
  const isHere = reply.day.date === date && booking.serviceCenter._id === center;
  const wasHere = others.length < reply.bookings.length;
  const bookings = isHere
    ? [...others, { ...booking, date, time }].toSorted((a, b) => (keyOfTime(a) < keyOfTime(b) ? -1 : 1))
    : others;
  const booked = reply.day.booked + (isHere ? 1 : 0) - (wasHere ? 1 : 0);
  return { ...reply, bookings, day: { ...reply.day, booked } };
}
