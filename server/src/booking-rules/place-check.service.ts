import type { PlaceRefusal } from '#contract/bookings/bookings.ts';
import {
  type BookedCounts,
  type FormerPlace,
  findNextPlace,
  findPlaceFault,
  type Place,
  type PlaceFault,
  type PlaceSettings,
} from '#contract/bookings/places.ts';
import { messages } from '#contract/call/messages.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { conflict, forbidden, type Refusal } from '#server/lib/refusal.ts';
import { type BookedPlace, type CenterDay, findBookedPlaces, lockBookingDays } from './booking-rules.db.ts';
import { mayOverbook } from './booking-rules.policy.ts';
import { loadBookedCounts, loadPlaceSettings } from './places.service.ts';

/** A lead that is to be booked at a place. `former`: the place that it has until now; `overbook`: book it even if it is not free. */
export type PlaceRequest = Place & {
  context: ActorContext;
  lead: string;
  center: string;
  offering: string | null;
  former: (Place & { center: string; offering: string | null }) | null;
  overbook: boolean;
};

/** A request that is refused, and why. */
type RefusedPlace = { request: PlaceRequest; settings: PlaceSettings; fault: PlaceFault };

/**
 * Checks whether leads get the places that they request, one after another, and locks the days of limited centers until the transaction
 * `db` ends. The caller has locked the leads, which are distinct, and writes those that are not refused.
 *
 * @returns the refused ones, by lead; {@link toPlaceRefusal} says why, once the others are written.
 */
export async function checkPlaces(
  db: Db,
  requests: readonly PlaceRequest[],
): Promise<Map<string, RefusedPlace>> {
  const [first] = requests;
  const refused = new Map<string, RefusedPlace>();
  if (!first) return refused;
  const settingsOf = await loadPlaceSettings(first.context);
  const limited = requests.filter((request) => {
    const { rules, offering } = settingsOf(request.center, request.offering);
    return rules !== null || offering !== null;
  });
  if (limited.length === 0) return refused;
  const days = listDistinctDays(limited);
  await lockBookingDays(db, days);
  const found = await findBookedPlaces(db, days, first.context.dealer.timeZone);
  const booked = Map.groupBy(found, keyOf);
  for (const request of limited) {
    const settings = settingsOf(request.center, request.offering);
    const ofDay = booked.get(keyOf(request)) ?? [];
    const others = ofDay.filter(({ lead }) => lead !== request.lead);
    // Who did not come has no place of the day any more.
    const former = others.length < ofDay.length ? toFormer(request) : null;
    const fault = findPlaceFault(settings, request, countPlaces(others, request.offering), former);
    if (fault && !(request.overbook && mayOverbook(request.context.actor, request.context.dealer)))
      refused.set(request.lead, { request, settings, fault });
    else booked.set(keyOf(request), [...others, request]);
  }
  return refused;
}

/**
 * Makes, but does not throw, the refusal of a place.
 *
 * @returns 409 with why the place is not booked and the next free one, or 403 if the caller asked to overbook and may not.
 */
export async function toPlaceRefusal(db: Db, { request, settings, fault }: RefusedPlace): Promise<Refusal> {
  if (request.overbook) return forbidden(messages.overbookingOff);
  const { date, time } = request;
  const context = { ...request.context, db };
  const countsOn = await loadBookedCounts(context, request, date);
  const current: PlaceRefusal = {
    ...{ ...fault, date, time },
    next: findNextPlace(settings, { date, time }, countsOn),
    mayOverbook: mayOverbook(context.actor, context.dealer),
  };
  return conflict(messages.placeTaken, current);
}

/** Everybody locks days in this order. */
function listDistinctDays(requests: readonly PlaceRequest[]): CenterDay[] {
  const byKey = new Map(requests.map(({ center, date }) => [keyOf({ center, date }), { center, date }]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day);
}

function keyOf({ center, date }: CenterDay): string {
  return `${center} ${date}`;
}

function toFormer({ former, center, offering }: PlaceRequest): FormerPlace | null {
  if (former?.center !== center) return null;
  return { date: former.date, time: former.time, isOfOffering: former.offering === offering };
}

function countPlaces(places: readonly BookedPlace[], offering: string | null): BookedCounts {
  const byHour = new Map<number, number>();
  for (const { time } of places) {
    const hour = Number(time?.slice(0, 2));
    if (time !== null) byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
  }
  const isOfOffering = (place: BookedPlace) => offering !== null && place.offering === offering;
  return { total: places.length, byHour, ofOffering: places.filter(isOfOffering).length };
}
