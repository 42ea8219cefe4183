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

/** A day, a time and a center where a booking can be; without a time, the day alone. */
export type Place = Pick<Booking, 'date' | 'time' | 'serviceCenter'>;

const keyOfTime = ({ time }: Booking) => time ?? '';

/** Returns a center's day with a booking at another place, or without it where it has left the day. */
export function moveBookingInDay(reply: DayReply, center: string, booking: Booking, place: Place): DayReply {
  const others = reply.bookings.filter(({ _id }) => _id !== booking._id);
  const isHere = reply.day.date === place.date && place.serviceCenter._id === center;
  const wasHere = others.length < reply.bookings.length;
  const bookings = isHere
    ? [...others, { ...booking, ...place }].toSorted((a, b) => (keyOfTime(a) < keyOfTime(b) ? -1 : 1))
    : others;
  const booked = reply.day.booked + (isHere ? 1 : 0) - (wasHere ? 1 : 0);
  return { ...reply, bookings, day: { ...reply.day, booked } };
}
