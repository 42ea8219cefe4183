import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { managementLevels } from '#contract/levels.ts';
import { serviceCenterName } from '#contract/people.ts';
import { calendarDate, timeOfDay } from '#contract/text/dates.ts';
import { settingsVersion } from '#contract/text/list-mark.ts';
import { idParams, optionalText } from '#contract/text/text.ts';

/** The most that the rules of a center can say: cars on a day or in an hour, closures, days ahead, and minutes of notice. */
export const bookingRuleLimits = { cars: 500, closures: 300, daysAhead: 730, noticeMinutes: 10_080 } as const;

/** Null: any number. */
const cars = z.int().min(0).max(bookingRuleLimits.cars).nullable();

/** How many cars can be booked for a weekday, and to come within one hour of the clock. */
const dayCapacity = z.strictObject({ perDay: cars, perHour: cars });

/** Hours of a day for which nobody is booked; without `from` and `to` the whole day. `to` is excluded, and may be 24:00. */
const closure = z.object({
  day: calendarDate,
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
});

const newClosure = z
  .strictObject({
    day: calendarDate,
    from: timeOfDay.nullable(),
    to: z.union([timeOfDay, z.literal('24:00')]).nullable(),
    note: optionalText(textLength.line).transform((note) => note ?? null),
  })
  .refine(
    ({ from, to }) => (from === null) === (to === null) && (from === null || to === null || from < to),
    { path: ['to'], message: messages.spansOutOfOrder },
  );

const limits = {
  week: z.array(dayCapacity).length(7),
  daysAhead: z.int().min(1).max(bookingRuleLimits.daysAhead).nullable(),
  noticeMinutes: z.int().min(1).max(bookingRuleLimits.noticeMinutes).nullable(),
};

/**
 * The rules for bookings of a center. `week`: how many cars it takes, from Sunday; `daysAhead` and `noticeMinutes`: how far ahead and with
 * how much notice bookings are made; `closures`: when nobody is booked although the center is open. A center without rules takes any booking.
 */
export const bookingRules = z.object({ ...limits, closures: z.array(closure) });
export type BookingRules = z.infer<typeof bookingRules>;

const centerBookingRules = z.object({
  serviceCenter: serviceCenterName,
  rules: bookingRules.nullable(),
  version: settingsVersion,
});
/** A center with its rules; they are null for one that takes any booking. */
export type CenterBookingRules = z.infer<typeof centerBookingRules>;

const editBookingRulesBody = z.strictObject({
  version: settingsVersion.optional(),
  rules: z
    .strictObject({ ...limits, closures: z.array(newClosure).max(bookingRuleLimits.closures) })
    .nullable(),
});
/** The rules that replace those of a center; null: it takes any booking. With the `version` that the editor saw, 409 if they changed since. */
export type EditBookingRulesBody = z.infer<typeof editBookingRulesBody>;

/** Lists the booking rules of every active service center. */
export const listBookingRules = endpoint({
  method: 'GET',
  path: '/management/bookingRules',
  summary:
    'How many cars each active service center takes by weekday and hour, and when and how far ahead one books',
  tag: 'Bookings',
  reads: 'serviceCenters',
  freshSeconds: 60,
  who: managementLevels,
  reply: z.array(centerBookingRules),
});

/** Replaces the booking rules of a service center; existing bookings stay. */
export const editBookingRules = endpoint({
  method: 'PATCH',
  path: '/management/bookingRules/:id',
  summary: 'Replace the booking rules of a service center; what is booked already stays',
  tag: 'Bookings',
  changes: ['serviceCenters', 'leads'],
  who: managementLevels,
  params: idParams,
  body: editBookingRulesBody,
  reply: centerBookingRules,
  refusals: [404, 409],
});
