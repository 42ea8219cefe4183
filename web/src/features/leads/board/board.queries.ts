import type { Booking } from '#contract/bookings/booking.ts';
import { getBookingDay, listBookingDays } from '#contract/bookings/bookings.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { getWeekday } from '#contract/working-time.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { type EndpointKey, queryKeyOf } from '#web/lib/api/query-keys.ts';

export type DayReply = EndpointReply<typeof getBookingDay>;

export const bookingDayQuery = (serviceCenter: string, date: string) =>
  endpointQuery(getBookingDay, { query: { serviceCenter, date } });

/** Returns the seven days from Sunday on that hold a day. */
export function getWeekOf(day: string): string[] {
  const sunday = addDays(day, -getWeekday(day));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(sunday, days));
}

export const bookingWeekQuery = (day: string, serviceCenter?: string) =>
  endpointQuery(listBookingDays, { query: { from: getWeekOf(day)[0] ?? day, days: 7, serviceCenter } });

export type Place = { date: string; time: string | null };

const keyOfTime = ({ time }: Booking) => time ?? '';

/** Returns a center's day with a booking at another place, or without it where it has left the day. */
export function moveInDay(
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

type DayKey = readonly [...EndpointKey, { query: { serviceCenter: string } }];

const days = { queryKey: queryKeyOf(getBookingDay) };

function moveInCache(booking: Booking, place: Place): void {
  for (const [key, reply] of queryClient.getQueriesData<DayReply>(days)) {
    const [, , parts] = key as DayKey;
    if (reply) queryClient.setQueryData(key, moveInDay(reply, parts.query.serviceCenter, booking, place));
  }
}

/**
 * Shows a booking at once where it is moved to.
 *
 * @returns how to show the days as they were.
 */
export function showAt(booking: Booking, place: Place): () => void {
  const before = queryClient.getQueriesData<DayReply>(days);
  void queryClient.cancelQueries(days);
  moveInCache(booking, place);
  return () => {
    for (const [key, reply] of before) queryClient.setQueryData(key, reply);
  };
}

/** Shows a booking as the server answered its move, until the days are read again. */
export function showMoved(booking: Booking, { version, appointmentDate, appointmentTime }: Lead): void {
  if (appointmentDate === null) return;
  moveInCache({ ...booking, version }, { date: appointmentDate, time: appointmentTime });
}
