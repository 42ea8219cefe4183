import type { Booking } from '#contract/bookings/booking.ts';
import {
  bookingLimits,
  type getBookingDay,
  type listBookingDays,
  type listPlaces,
} from '#contract/bookings/bookings.ts';
import { describeBookingDay } from '#contract/bookings/places.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import { getCachedPlaceLimits } from '#server/booking-rules/booking-rules.service.ts';
import {
  listDaysOfCenters,
  listPlacesOfDay,
  loadPlaceSettings,
} from '#server/booking-rules/places.service.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { listVisibleCenters, loadNames } from '#server/leads/record/get-lead.service.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findBookingsOfDay } from './bookings.db.ts';
import { toBookingOutcome } from './bookings-outcomes.service.ts';

const shareDay = createSharedReads<Db, EndpointReply<typeof getBookingDay>>();

/** Reads the day of a center with its bookings, by time. @throws Refusal 404 for a center that does not exist or is not the caller's. */
export async function readBookingDay(
  context: ActorContext,
  { serviceCenter: center, date }: EndpointQuery<typeof getBookingDay>,
): Promise<EndpointReply<typeof getBookingDay>> {
  const serviceCenter = await getVisibleCenter(context, center);
  return shareDay(context.db, `${center} ${date}`, () => loadBookingDay(context, serviceCenter, date));
}

async function loadBookingDay(
  context: ActorContext,
  serviceCenter: ServiceCenterName,
  date: string,
): Promise<EndpointReply<typeof getBookingDay>> {
  const { db, dealer } = context;
  const center = serviceCenter._id;
  const limit = bookingLimits.ofDay + 1;
  const rows = await findBookingsOfDay(db, { center, date, timeZone: dealer.timeZone, limit });
  const settings = (await loadPlaceSettings(context))(center);
  const { offerings: limits } = await getCachedPlaceLimits(context);
  const { offerings, people } = await loadNames(context, (names) =>
    rows.every(
      ({ offering_id, booked_by, lead }) =>
        (offering_id === null || names.offerings.has(offering_id)) &&
        [booked_by, lead?.advisor ?? booked_by].every((id) => names.people.has(id)),
    ),
  );
  const toPerson = (_id: string) => ({ _id, name: people.get(_id) ?? '' });
  const newest = new Map<string, number>();
  for (const { id, lead_version } of rows) newest.set(id, Math.max(lead_version, newest.get(id) ?? 0));
  const bookings = rows.slice(0, bookingLimits.ofDay).flatMap((row): Booking[] => {
    const { id: _id, lead, offering_id: offeringId } = row;
    if (!lead || newest.get(_id) !== row.lead_version) return [];
    const { advisor, ...shown } = lead;
    const offering = offeringId === null ? undefined : offerings.get(offeringId);
    return [
      {
        _id,
        ...shown,
        serviceCenter,
        serviceOrCampaign: offeringId !== null && offering ? { _id: offeringId, ...offering } : null,
        advisor: advisor === null ? null : toPerson(advisor),
        bookedBy: toPerson(row.booked_by),
        ...{ date, time: row.time },
        minutes: (offeringId === null ? null : limits.get(offeringId)?.minutes) ?? null,
        outcome: toBookingOutcome(row),
        confirmedAt: row.confirmed_at?.toISOString() ?? null,
        readyAt: row.ready_at?.toISOString() ?? null,
      },
    ];
  });
  const day = describeBookingDay(settings, date, rows[0]?.booked ?? 0);
  return { day, bookings, isCapped: rows.length === limit };
}

const shareDays = createSharedReads<Db, EndpointReply<typeof listBookingDays>>();

/** Counts what is booked on days at one center or all of the caller's. A center that is not the caller's is left out. */
export function readBookingDays(
  context: ActorContext,
  { from, days, serviceCenter }: EndpointQuery<typeof listBookingDays>,
): Promise<EndpointReply<typeof listBookingDays>> {
  const visible = listVisibleCenters(context.actor);
  const centers =
    serviceCenter === undefined ? visible : [serviceCenter].filter((id) => visible?.includes(id) ?? true);
  const key = JSON.stringify([from, days, centers && [...centers].sort()]);
  return shareDays(context.db, key, () => listDaysOfCenters(context, { centers, from, days }));
}

/** Reads the places of a center on a day, and the next free one. @throws Refusal 404 as {@link readBookingDay}. */
export async function readPlaces(
  context: ActorContext,
  { serviceCenter: center, date, offering, lead }: EndpointQuery<typeof listPlaces>,
): Promise<EndpointReply<typeof listPlaces>> {
  await getVisibleCenter(context, center);
  return listPlacesOfDay(context, { center, offering: offering ?? null, lead }, date);
}

async function getVisibleCenter(context: ActorContext, _id: string): Promise<ServiceCenterName> {
  const isVisible = listVisibleCenters(context.actor)?.includes(_id) ?? true;
  const { centers } = await loadNames(context, (names) => names.centers.has(_id));
  const name = centers.get(_id)?.name;
  if (!isVisible || name === undefined) throw notFound();
  return { _id, name };
}
