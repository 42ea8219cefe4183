import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/service-centers.ts';
import type {
  ActiveServiceCenter,
  OwnServiceCenter,
  ServiceCenter,
  ServiceCenterWithOpenLeads,
} from '#contract/service-centers.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { throwIfTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields, notFound } from '#server/lib/refusal.ts';
import { parseTextSearch } from '#server/lib/search/text-search.ts';
import {
  countOpenLeadsOfCenter,
  findActiveServiceCenters,
  findServiceCenter,
  findServiceCenterByName,
  findServiceCenterChoices,
  findServiceCenters,
  insertServiceCenter,
  lockActiveServiceCenters,
  lockServiceCenter,
  updateServiceCenter,
} from './service-centers.db.ts';

/** Lists the names of the actor's centers, active ones first: those of the service level, all for others. */
export function listOwnServiceCenters({ actor, db }: ActorContext): Promise<OwnServiceCenter[]> {
  const own = actor.level === 'service' ? actor.serviceCenter.map(({ _id }) => _id) : undefined;
  return findServiceCenterChoices(db, own);
}

/** Tells whether all of the IDs are of service centers, active or not. */
export async function areServiceCenters({ db }: Context, ids: readonly string[]): Promise<boolean> {
  return (await findServiceCenterChoices(db, ids)).length === new Set(ids).size;
}

/** Lists the active service centers, by name. */
export function listActiveServiceCenters(context: Context): Promise<ActiveServiceCenter[]> {
  return findActiveServiceCenters(context.db);
}

/**
 * Adds a service center.
 *
 * @param by null when nobody is signed in.
 * @returns its id.
 * @throws Refusal 409 beside `name` when another center has it.
 */
export async function addServiceCenter(
  context: Context,
  center: { name: string; address: string | null; contactNo: string | null },
  by: string | null = null,
): Promise<string> {
  const at = context.clock.now();
  const id = newId(at);
  const insert = () => insertServiceCenter(context.db, { ...center, id, at, by });
  await throwIfTaken('service_centers_name', insert, () => nameConflict(context, center.name));
  return id;
}

/** Lists a page of the service centers that match, by name, inactive ones included. */
export async function listServiceCenters(
  { db, dealer }: ActorContext,
  { page, limit, active, search }: EndpointQuery<typeof contract.listServiceCenters>,
) {
  const filter = { active, search: parseTextSearch(search ?? '', dealer.phoneCountry) };
  const { rows, totalPages, total } = await findServiceCenters(db, filter, { page, limit });
  return { serviceCenters: rows, totalPages, totalServiceCentercount: total };
}

/** Creates a service center in the actor's name, and returns it. @throws Refusal 409 beside `name` with the center that has it. */
export async function createServiceCenter(
  context: ActorContext,
  { name, address = null, contactNo = null }: contract.CreateServiceCenterBody,
): Promise<ServiceCenter> {
  const _id = await addServiceCenter(context, { name, address, contactNo }, context.actor._id);
  return { _id, name, address, contactNo, isActive: true, lastModifiedBy: context.actor };
}

/** Reads a service center with how many open leads it has. @throws Refusal 404. */
export async function getServiceCenter({ db }: Context, id: string): Promise<ServiceCenterWithOpenLeads> {
  const [center, openLeads] = await Promise.all([findServiceCenter(db, id), countOpenLeadsOfCenter(db, id)]);
  if (!center) throw notFound();
  return { ...center, openLeads };
}

/** Edits a service center; absent fields stay. @throws Refusal 404, 409 beside `name` with the center that has it. */
export async function editServiceCenter(
  context: ActorContext,
  id: string,
  { contactNo, isActive, ...body }: contract.EditServiceCenterBody,
): Promise<ServiceCenterWithOpenLeads> {
  const edit = () =>
    inTransaction(context, async ({ db }) => {
      if (!(await lockServiceCenter(db, id))) throw notFound();
      await updateServiceCenter(db, id, {
        ...body,
        contact_no: contactNo,
        is_active: isActive,
        updated_at: context.clock.now(),
        last_modified_by: context.actor._id,
      });
    });
  await throwIfTaken('service_centers_name', edit, () => nameConflict(context, body.name));
  return getServiceCenter(context, id);
}

/**
 * Requires that all of the centers, each named once, exist and are active, and locks them until commit, so that they stay so.
 *
 * @throws Refusal 400 beside `serviceCenter`.
 */
export async function requireActiveServiceCenters(context: Context, ids: readonly string[]): Promise<void> {
  const active = await lockActiveCentersUntilCommit(context, ids);
  if (active.length < ids.length) throw invalidFields({ serviceCenter: messages.unknownServiceCenter });
}

/** Locks, until commit, those of the centers that are active. @returns their ids: the caller refuses the others. */
export async function lockActiveCentersUntilCommit(
  context: Context,
  ids: readonly string[],
): Promise<string[]> {
  return ids.length === 0 ? [] : lockActiveServiceCenters(context.db, ids);
}

// Takes the pool: a failed transaction cannot be queried.
async function nameConflict({ db }: Context, name = '') {
  const current = db.isTransaction ? undefined : await findServiceCenterByName(db, name);
  return conflict(messages.nameTaken, current, { name: messages.nameTaken });
}
