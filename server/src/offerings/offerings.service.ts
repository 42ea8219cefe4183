import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/offerings.ts';
import {
  findOfferingErrors,
  type Offering,
  type OfferingChoice,
  type OfferingType,
  type OfferingWithOpenLeads,
} from '#contract/offerings.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { throwIfTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields, notFound } from '#server/lib/refusal.ts';
import { parseTextSearch } from '#server/lib/search/text-search.ts';
import {
  countOpenLeadsOfOffering,
  findOffering,
  findOfferingByName,
  findOfferings,
  findOfferingsOfToday,
  insertOffering,
  lockOffering,
  lockOfferings,
  updateOffering,
} from './offerings.db.ts';

/** Lists the offerings of a type that are offered today, by name. */
export function listOfferedToday(context: ActorContext, type: OfferingType): Promise<OfferingChoice[]> {
  return findOfferingsOfToday(context.db, type, dateInTimeZone(context.dealer.timeZone, context.clock.now()));
}

/** Locks, until commit, those of the offerings that are offered today. @returns their ids: the caller refuses the others. */
export async function lockOfferingsOfToday(
  { db, clock, dealer }: ActorContext,
  ids: readonly string[],
): Promise<string[]> {
  return ids.length === 0 ? [] : lockOfferings(db, ids, dateInTimeZone(dealer.timeZone, clock.now()));
}

/** Locks, until commit, those of the offerings that exist, whether or not they are offered today. @returns their ids. */
export async function lockOfferingsUntilCommit({ db }: Context, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : lockOfferings(db, ids);
}

/** Requires that an offering is offered today, and locks it until commit. @throws Refusal 400 beside `serviceOrCampaign`. */
export async function requireOfferingOfToday(context: ActorContext, id: string): Promise<void> {
  if ((await lockOfferingsOfToday(context, [id])).length === 0)
    throw invalidFields({ serviceOrCampaign: messages.unknownOffering });
}

/**
 * Adds an offering.
 *
 * @param by null when nobody is signed in.
 * @returns its id.
 * @throws Refusal 409 beside `name` when one of the type has it.
 */
export async function addOffering(
  context: Context,
  offering: Omit<OfferingChoice, '_id' | 'isActive'> &
    Partial<Pick<Offering, 'bookingMinutes' | 'bookingsPerDay'>>,
  by: string | null = null,
): Promise<string> {
  const at = context.clock.now();
  const id = newId(at);
  const insert = () => insertOffering(context.db, { ...offering, id, at, by });
  await throwIfTaken('offerings_name', insert, () => nameConflict(context, offering.type, offering.name));
  return id;
}

/** Lists a page of the offerings that match, by name, retired ones included. */
export async function listOfferings(
  { db, dealer }: ActorContext,
  { page, limit, active, type, search }: EndpointQuery<typeof contract.listOfferings>,
) {
  const filter = { active, type, search: parseTextSearch(search ?? '', dealer.phoneCountry) };
  const { rows, totalPages, total } = await findOfferings(db, filter, { page, limit });
  return { services: rows, totalPages, totalServicecount: total };
}

/** Creates an offering in the actor's name, and returns it. @throws Refusal 409 beside `name` with the offering that has it. */
export async function createOffering(
  context: ActorContext,
  {
    name,
    type,
    location = null,
    startDate = null,
    endDate = null,
    bookingMinutes = null,
    bookingsPerDay = null,
  }: contract.CreateOfferingBody,
): Promise<Offering> {
  const made = { name, type, location, startDate, endDate, bookingMinutes, bookingsPerDay };
  return {
    _id: await addOffering(context, made, context.actor._id),
    ...made,
    isActive: true,
    lastModifiedBy: context.actor,
  };
}

/** Reads an offering with how many open leads it has. @throws Refusal 404. */
export async function getOffering({ db }: Context, id: string): Promise<OfferingWithOpenLeads> {
  const [offering, open] = await Promise.all([findOffering(db, id), countOpenLeadsOfOffering(db, id)]);
  if (!offering) throw notFound();
  return { ...offering, openLeads: open.count, isOpenCapped: open.isCapped };
}

/**
 * Edits an offering; absent fields stay.
 *
 * @throws Refusal 400 beside what a campaign would lack, 404, 409 beside `name` with the offering that has it.
 */
export async function editOffering(
  context: ActorContext,
  id: string,
  body: contract.EditOfferingBody,
): Promise<OfferingWithOpenLeads> {
  const before = await getOffering(context, id);
  const edit = () =>
    inTransaction(context, async ({ db }) => {
      const row = await lockOffering(db, id);
      if (!row) throw notFound();
      const { location = row.location, startDate = row.startDate, endDate = row.endDate } = body;
      const faults = findOfferingErrors({ type: row.type, location, startDate, endDate });
      if (Object.keys(faults).length > 0) throw invalidFields(faults);
      await updateOffering(db, id, {
        name: body.name,
        location,
        start_date: startDate,
        end_date: endDate,
        booking_minutes: body.bookingMinutes,
        bookings_per_day: body.bookingsPerDay,
        is_active: body.isActive,
        updated_at: context.clock.now(),
        last_modified_by: context.actor._id,
      });
    });
  await throwIfTaken('offerings_name', edit, () => nameConflict(context, before.type, body.name));
  return getOffering(context, id);
}

// Takes the pool: a failed transaction cannot be queried.
async function nameConflict({ db }: Context, type: OfferingType, name = '') {
  const current = db.isTransaction ? undefined : await findOfferingByName(db, type, name);
  return conflict(messages.nameTaken, current, { name: messages.nameTaken });
}
