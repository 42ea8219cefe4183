import type { Booking } from '#contract/bookings/booking.ts';
import { getBookingDay, listBookingDays } from '#contract/bookings/bookings.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { type EndpointKey, queryKeyOf } from '#web/lib/api/query-keys.ts';
import { type DayReply, daysOfWeek, getWeekOf, moveBookingInDay, type Place } from './board-days.ts';

/** Makes the query of a center's bookings on a day. */
export const bookingDayQuery = (serviceCenter: string, date: string) =>
  endpointQuery(getBookingDay, { query: { serviceCenter, date } });

/** Makes the query of how many cars are booked on each day of the week that holds `day`, at one center or each. */
export const bookingWeekQuery = (day: string, today: string, serviceCenter?: string) =>
  endpointQuery(listBookingDays, {
    query: { from: getWeekOf(day, today)[0] ?? day, days: daysOfWeek, serviceCenter },
  });

type DayKey = readonly [...EndpointKey, { query: { serviceCenter: string } }];

const days = { queryKey: queryKeyOf(getBookingDay) };

function moveInCache(booking: Booking, place: Place): void {
  for (const [key, reply] of queryClient.getQueriesData<DayReply>(days)) {
    const [, , parts] = key as DayKey;
    if (reply)
      queryClient.setQueryData(key, moveBookingInDay(reply, parts.query.serviceCenter, booking, place));
  }
}

/**
 * Shows a booking at its new place at once, before the server has answered.
 *
 * @returns a function that shows the days as they were and reads them again.
 */
export function showBookingAt(booking: Booking, place: Place): () => void {
  const before = queryClient.getQueriesData<DayReply>(days);
  void queryClient.cancelQueries(days);
  moveInCache(booking, place);
  return () => {
    for (const [key, reply] of before) queryClient.setQueryData(key, reply);
    void queryClient.invalidateQueries(days);
  };
}

/** Shows a booking as the server answered its move, until the days are read again. */
export function showMovedBooking(booking: Booking, lead: Lead): void {
  const { version, advisor, serviceCenter, appointmentDate: date, appointmentTime: time } = lead;
  if (date === null) return;
  moveInCache({ ...booking, version, advisor }, { date, time, serviceCenter });
}
