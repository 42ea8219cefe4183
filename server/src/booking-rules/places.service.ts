import { bookingLimits, type listBookingDays, type listPlaces } from '#contract/bookings/bookings.ts';
import {
  type BookedCounts,
  describeBookingDay,
  type FormerPlace,
  findNextPlace,
  findPlaceFault,
  isOpenForBookings,
  listPlaceTimes,
  noBookedCounts,
  type PlaceSettings,
} from '#contract/bookings/places.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { getCachedHours } from '#server/working-hours/working-hours.service.ts';
import { countBookedByDay, countBookedByHour, findPlaceOfLead } from './booking-rules.db.ts';
import { mayOverbook } from './booking-rules.policy.ts';
import { getCachedPlaceLimits } from './booking-rules.service.ts';

/**
 * Loads the opening hours, rules and limits by which places are given.
 *
 * @returns a function that gives those of a center and, if one is booked, an offering.
 */
export async function loadPlaceSettings(
  context: ActorContext,
): Promise<(center: string, offering?: string | null) => PlaceSettings> {
  const [hours, { rules, offerings }] = await Promise.all([
    getCachedHours(context),
    getCachedPlaceLimits(context),
  ]);
  const shared = { hours, timeZone: context.dealer.timeZone, now: context.clock.now() };
  return (center, id) => {
    const { name = '', perDay = null } = (id ? offerings.get(id) : undefined) ?? {};
    const offering = perDay === null ? null : { name, perDay };
    return { ...shared, center, offering, rules: rules.get(center) ?? null };
  };
}

type Wanted = { center: string; offering: string | null; lead?: string | undefined };

/** Counts what is booked on the 60 days from `from` on, without the bookings of `lead`. @returns a function that gives the counts of a day. */
export async function loadBookedCounts(
  context: ActorContext,
  { center, offering, lead }: Wanted,
  from: string,
): Promise<(date: string) => BookedCounts> {
  const stretch = { center, from, days: bookingLimits.days };
  const options = { timeZone: context.dealer.timeZone, offering, exceptLead: lead };
  const counts = await countBookedByHour(context.db, stretch, options);
  return (date) => counts.get(date) ?? noBookedCounts;
}

/**
 * Lists the times at which a center takes a booking on a day, says why the day is refused if it is, and finds the first free place
 * from that day on.
 */
export async function listPlacesOfDay(
  context: ActorContext,
  wanted: Wanted,
  date: string,
): Promise<EndpointReply<typeof listPlaces>> {
  const settings = (await loadPlaceSettings(context))(wanted.center, wanted.offering);
  const [countsOn, former] = await Promise.all([
    loadBookedCounts(context, wanted, date),
    findFormerPlace(context, wanted),
  ]);
  const counts = countsOn(date);
  const place = { date, time: null };
  const fault = findPlaceFault(settings, place, counts, former);
  const next = findNextPlace(settings, place, countsOn);
  return {
    day: describeBookingDay(settings, date, counts.total),
    times: listPlaceTimes(settings, date, counts, former),
    refusal: fault && { ...fault, ...place, next, mayOverbook: mayOverbook(context.actor, context.dealer) },
    next,
  };
}

async function findFormerPlace(
  { db }: ActorContext,
  { center, offering, lead }: Wanted,
): Promise<FormerPlace | null> {
  const found = lead === undefined ? undefined : await findPlaceOfLead(db, lead);
  if (found?.center !== center) return null;
  return { date: found.date, time: found.time, isOfOffering: found.offering === offering };
}

/** Lists the days of centers: how many cars are booked on each, and how many they take. @param centers undefined for all. */
export async function listDaysOfCenters(
  context: ActorContext,
  { centers, from, days }: { centers: readonly string[] | undefined; from: string; days: number },
): Promise<EndpointReply<typeof listBookingDays>> {
  const settingsOf = await loadPlaceSettings(context);
  const { timeZone } = context.dealer;
  const today = dateInTimeZone(timeZone, context.clock.now());
  const found = await countBookedByDay(context.db, { centers, from, days }, { timeZone, today });
  const dates = Array.from({ length: days }, (_, place) => addDays(from, place));
  return found.map(({ center, booked }) => {
    const settings = settingsOf(center._id);
    return {
      serviceCenter: center,
      days: dates.map((date) => {
        const day = describeBookingDay(settings, date, booked.get(date) ?? 0);
        return { date, isOpen: isOpenForBookings(day), booked: day.booked, perDay: day.perDay };
      }),
    };
  });
}
