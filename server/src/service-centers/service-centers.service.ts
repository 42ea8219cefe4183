import type { Query } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { pagesFor } from '#contract/paging.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import type * as contract from '#contract/service-centers.ts';
import type { ServiceCenter, ServiceCenterInUse } from '#contract/service-centers.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { isTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { conflict, invalid, notFound } from '#server/http/refusal.ts';
import { newId } from '#server/lib/ids.ts';
import { likePattern } from '#server/lib/search-key.ts';
import {
  countServiceCenters,
  findActiveServiceCenters,
  findServiceCenter,
  findServiceCenterByName,
  findServiceCenterNames,
  findServiceCenters,
  insertServiceCenter,
  lockActiveServiceCenter,
  lockServiceCenter,
  sumOpenLeads,
  updateServiceCenter,
} from '#server/service-centers/service-centers.db.ts';

/** Centers whose leads the actor may see: his own for `service`, all for other levels. */
export async function listOwnServiceCenters(context: ActorContext): Promise<ServiceCenterName[]> {
  const { actor, db } = context;
  return actor.level === 'service' ? actor.serviceCenter : findServiceCenterNames(db);
}

/** Centers that a lead can be recorded for. */
export function listActiveServiceCenters(context: Context): Promise<ServiceCenter[]> {
  return findActiveServiceCenters(context.db);
}

/**
 * Adds a service center. @returns its id.
 *
 * @throws Refusal 409 beside `name` when another center has the name.
 */
export async function addServiceCenter(
  context: Context,
  center: { name: string; address: string | null; contactNo: string | null },
): Promise<string> {
  const at = context.clock.now();
  const id = newId(at);
  try {
    await insertServiceCenter(context.db, { ...center, id, at });
  } catch (error) {
    throw await explained(context, error, center.name);
  }
  return id;
}

/** Service centers by name; without `page`, all of them. */
export async function listServiceCenters(
  { db }: Context,
  { page, limit, active, search }: Query<typeof contract.listServiceCenters>,
) {
  const filter = { active, pattern: search && likePattern(search.toLowerCase()) };
  const [serviceCenters, total] = await Promise.all([
    page ? findServiceCenters(db, filter, limit, (page - 1) * limit) : findServiceCenters(db, filter),
    countServiceCenters(db, filter),
  ]);
  return { serviceCenters, totalPages: pagesFor(total, limit), totalServiceCentercount: total };
}

/** Adds a service center. @throws Refusal 409 beside `name` with the center that has it. */
export async function createServiceCenter(
  context: Context,
  { name, address = null, contactNo = null }: contract.CreateServiceCenterBody,
): Promise<ServiceCenter> {
  const _id = await addServiceCenter(context, { name, address, contactNo });
  return { _id, name, address, contactNo, isActive: true };
}

/** A service center with its open leads. @throws Refusal 404. */
export async function getServiceCenter({ db }: Context, id: string): Promise<ServiceCenterInUse> {
  const [center, openLeads] = await Promise.all([findServiceCenter(db, id), sumOpenLeads(db, id)]);
  if (!center) throw notFound();
  return { ...center, openLeads };
}

/** Edits a service center, or switches it on or off. @throws Refusal 404, 409 beside `name` with the center that has it. */
export async function editServiceCenter(
  context: Context,
  id: string,
  { contactNo, isActive, ...body }: contract.EditServiceCenterBody,
): Promise<ServiceCenterInUse> {
  try {
    await inTransaction(context.db, async (db) => {
      if (!(await lockServiceCenter(db, id))) throw notFound();
      const changes = { ...body, contact_no: contactNo, is_active: isActive };
      await updateServiceCenter(db, id, { ...changes, updated_at: context.clock.now() });
    });
  } catch (error) {
    throw await explained(context, error, body.name);
  }
  return getServiceCenter(context, id);
}

/** @throws Refusal 400 beside `serviceCenter` unless leads can be recorded for the center now. */
export async function requireActiveServiceCenter(context: Context, id: string): Promise<void> {
  if (!(await lockActiveServiceCenter(context.db, id)))
    throw invalid({ serviceCenter: messages.unknownServiceCenter });
}

/** A name that another center has is refused with that center; a caller's own transaction cannot be asked any more. */
async function explained({ db }: Context, error: unknown, name = ''): Promise<unknown> {
  if (!isTaken(error, 'service_centers_name')) return error;
  const current = db.isTransaction ? undefined : await findServiceCenterByName(db, name);
  return conflict(messages.nameTaken, current, { name: messages.nameTaken });
}
