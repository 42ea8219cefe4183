import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { customerCallingLevels, leadWriterLevels } from '#contract/levels.ts';
import { serviceCenterName } from '#contract/people.ts';
import { calendarDate, timeOfDay } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import { booking } from './booking.ts';

/** The most bookings of a day (`ofDay`) and the most days that one call returns. */
export const bookingLimits = { ofDay: 500, days: 60 } as const;

/** When something is open, by the center's clock; `to` is excluded, and may be 24:00. */
const span = z.object({ from: z.string(), to: z.string() });

const bookingDay = z.object({
  date: calendarDate,
  holiday: z.string().nullable(),
  spans: z.array(span),
  closures: z.array(span.extend({ note: z.string().nullable() })),
  hasRules: z.boolean(),
  perDay: z.int().nullable(),
  perHour: z.int().nullable(),
  noticeMinutes: z.int().nullable(),
  daysAhead: z.int().nullable(),
  booked: z.int(),
});
/**
 * The day of a center: when it is open (`spans`) and closed for bookings, how many cars it takes on the day and in an hour, and with how
 * much notice and how far ahead it can be booked; null: without a limit. `hasRules`: false for a center that takes any booking. `booked`:
 * how many cars have a place on the day.
 */
export type BookingDay = z.infer<typeof bookingDay>;

const placeTime = z.object({
  time: timeOfDay,
  booked: z.int(),
  capacity: z.int().nullable(),
  isFree: z.boolean(),
});
/** A place that can be booked: half an hour of the clock in which the center is open. `capacity`: of its whole hour, as `booked`. */
export type PlaceTime = z.infer<typeof placeTime>;

/** The reasons for which a place is not booked at once: the user is asked first. */
const placeRefusalReasons = ['closed', 'dayFull', 'hourFull', 'offeringFull', 'tooSoon', 'tooFar'] as const;

/**
 * Says why a place was not booked, as the `current` of a refusal with 409 and `messages.placeTaken`. If `mayOverbook`, the same call with
 * `overbook` books it all the same. `booked` and `capacity`: of the day, hour or offering that is full, else null. `offering`: the name of a full one. `limit`: for
 * `tooSoon` the minutes of notice, for `tooFar` the days ahead. `next`: the next free place.
 */
export const placeRefusal = z.object({
  reason: z.enum(placeRefusalReasons),
  date: calendarDate,
  time: timeOfDay.nullable(),
  booked: z.int().nullable(),
  capacity: z.int().nullable(),
  offering: z.string().nullable(),
  limit: z.int().nullable(),
  next: z.object({ date: calendarDate, time: timeOfDay.nullable() }).nullable(),
  mayOverbook: z.boolean(),
});
export type PlaceRefusal = z.infer<typeof placeRefusal>;

const place = { serviceCenter: id, date: calendarDate };

/** Returns a day of a service center: how it can be booked, and its bookings by time. */
export const getBookingDay = endpoint({
  method: 'GET',
  path: '/serviceCenter/bookings/day',
  summary:
    'What is booked at a service center on a day, by time, those without one first; bookings that were moved or cancelled before are left out',
  tag: 'Bookings',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object(place),
  reply: z.object({ day: bookingDay, bookings: z.array(booking), isCapped: z.boolean() }),
  refusals: [404],
});

/** Returns, for each service center of the caller, how many cars are booked on each of some days. */
export const listBookingDays = endpoint({
  method: 'GET',
  path: '/serviceCenter/bookings/days',
  summary:
    'How many cars are booked on each day from `from` on at each service center of the caller, and how many it takes',
  tag: 'Bookings',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object({
    from: calendarDate,
    days: z.coerce.number<number>().int().min(1).max(bookingLimits.days).default(7),
    serviceCenter: id.optional(),
  }),
  reply: z.array(
    z.object({
      serviceCenter: serviceCenterName,
      days: z.array(
        z.object({
          date: calendarDate,
          isOpen: z.boolean(),
          booked: z.int(),
          perDay: z.int().nullable(),
        }),
      ),
    }),
  ),
});

/** Lists the half hours of a day at a service center that can be booked, and the next free place. */
export const listPlaces = endpoint({
  method: 'GET',
  path: '/serviceCenter/bookings/places',
  summary:
    'The places of a service center on a day, for an offering if it is named; `refusal` says why the day as such is not simply booked, `next` is the first free place from the day on',
  tag: 'Bookings',
  reads: 'leads',
  who: leadWriterLevels,
  query: z.object({ ...place, offering: id.optional(), lead: id.optional() }),
  reply: z.object({
    day: bookingDay,
    times: z.array(placeTime),
    refusal: placeRefusal.nullable(),
    next: z.object({ date: calendarDate, time: timeOfDay.nullable() }).nullable(),
  }),
  refusals: [404],
});
