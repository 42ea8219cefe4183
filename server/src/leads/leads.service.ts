import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { messages } from '#contract/call/messages.ts';
import { suggestionFields } from '#contract/customers.ts';
import type {
  CorrectLeadBody,
  CreateLeadBody,
  EditLeadBody,
  Lead,
  MoveLeadBody,
} from '#contract/leads/leads.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { keepCustomerOfLead, leaveCustomer } from '#server/customers/customer-of-lead.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Leads } from '#server/db/types.ts';
import { withRulesNow } from '#server/dealer/dealer-rules.service.ts';
import { conflict, forbidden, invalid, notFound } from '#server/http/refusal.ts';
import { findSnapshot } from '#server/leads/history/lead-history.db.ts';
import { newId } from '#server/lib/ids.ts';
import { requireOffered } from '#server/offerings/offerings.service.ts';
import { requireActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { factsAfter, factsBefore, factsOfNewLead, type LeadFacts } from './lead-facts.ts';
import { newLead, progressChanges } from './lead-progress.ts';
import { changedColumns, fieldsChanged, type LeadChanges, type LeadRow } from './lead-rows.ts';
import { searchKeyOf } from './lead-search.ts';
import {
  blockLeadWrites,
  claimKey,
  existsLead,
  findLead,
  insertLead,
  keepKey,
  lockLead,
  updateLead,
} from './leads.db.ts';
import { asSeenBy, mayCorrect, maySeeCenter } from './leads.policy.ts';

const keyLifetime = 24 * 3_600_000;
const undoLimit = 3_600_000;

/**
 * Records a lead as pending, with its customer, first version and counters.
 *
 * @param key repeats of the same request under one key, within 24 hours, answer the lead that the first one made.
 * @throws Refusal 400 per field, 409 for a key that was used for another body.
 */
export function createLead(context: ActorContext, body: CreateLeadBody, key?: string): Promise<Lead> {
  return inTransaction(context.db, async (db) => {
    const inside = await withRulesNow(context, db);
    if (!key) return record(inside, body);
    const at = context.clock.now();
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest();
    const forgetBefore = new Date(at.getTime() - keyLifetime);
    const claimed = await claimKey(db, { employeeId: context.actor._id, key, bodyHash, at, forgetBefore });
    if (claimed?.lead_id) {
      const earlier = await getLead(inside, claimed.lead_id);
      if (!claimed.body_hash.equals(bodyHash)) throw conflict(messages.keyReused, earlier);
      return earlier;
    }
    const lead = await record(inside, body);
    await keepKey(db, context.actor._id, key, lead._id);
    return lead;
  });
}

/**
 * Whether a lead was ever recorded.
 *
 * @param options.untilCommit none can be recorded before the transaction that `context.db` is commits.
 */
export async function hasLeads({ db }: Context, options?: { untilCommit: true }): Promise<boolean> {
  if (options?.untilCommit) await blockLeadWrites(db);
  return existsLead(db);
}

/** @throws Refusal 404 when there is no such lead, or not for this employee. */
export async function getLead(context: ActorContext, id: string): Promise<Lead> {
  const lead = await findLead(context.db, id);
  if (!lead || !maySeeCenter(context.actor, lead.serviceCenter._id)) throw notFound();
  return asSeenBy(context.actor, lead);
}

/**
 * Edits what was recorded of a lead; absent fields stay.
 *
 * @throws Refusal 400 per field, 404, 409 with the current lead when `version` is stale.
 */
export function editLead(
  context: ActorContext,
  id: string,
  { version, ...body }: EditLeadBody,
): Promise<Lead> {
  return change(context, id, version, async (inside, row) => {
    const { serviceCenter, serviceOrCampaign, phone, vehicleNumber, ...rest } = body;
    const { appointmentDate, appointmentTime, ...plain } = rest;
    if (serviceCenter && serviceCenter !== row.service_center_id) await requireCenter(inside, serviceCenter);
    if (serviceOrCampaign && serviceOrCampaign !== row.offering_id)
      await requireOffered(inside, serviceOrCampaign);
    return defined({
      ...plain,
      ...(phone !== undefined && { phone: requirePhone(inside, phone, row.phone) }),
      vehicle_number: vehicleNumber,
      service_center_id: serviceCenter,
      offering_id: serviceOrCampaign,
      ...progressChanges(inside, row, defined({ appointmentDate, appointmentTime })),
    });
  });
}

/**
 * An edit of what can be mistyped, for the service level only while the dealer allows it.
 *
 * @throws Refusal 403 while the dealer does not, and as {@link editLead}.
 */
export async function correctLead(context: ActorContext, id: string, body: CorrectLeadBody): Promise<Lead> {
  if (!mayCorrect(context.actor, context.dealer)) throw forbidden(messages.correctionsOff);
  return editLead(context, id, body);
}

/** Archives (`isActive` false) or unarchives a lead. @throws Refusal 404, 409 when `version` is stale. */
export function archiveLead(
  context: ActorContext,
  id: string,
  { isActive, version }: { isActive: boolean; version?: number },
): Promise<Lead> {
  return change(context, id, version, async () => ({ is_active: isActive }));
}

/**
 * Takes a step in the life of a lead, by the rules of the contract's `lead-status.ts`.
 *
 * @throws Refusal 400 with the rule's message per field, 403, 404, 409 with the current lead when `version` is stale.
 */
export function moveLead(
  context: ActorContext,
  id: string,
  { version, ...body }: MoveLeadBody,
): Promise<Lead> {
  return change(context, id, version, async (inside, row) => progressChanges(inside, row, defined(body)));
}

/**
 * Takes back the newest change of a lead: a write like any other, with a version of its own.
 *
 * @throws Refusal 403 when somebody else made the change, or longer than an hour ago, 404, 409 when it is not the newest.
 */
export function undoChange(context: ActorContext, id: string, version: number): Promise<Lead> {
  return inTransaction(context.db, async (db) => {
    const inside = await withRulesNow(context, db);
    const row = await lockVersion(inside, id, version);
    const isOwn = row.last_modified_by === context.actor._id;
    const isRecent = context.clock.now().getTime() - row.updated_at.getTime() <= undoLimit;
    const before = await findSnapshot(db, id, version - 1);
    if (!isOwn || !isRecent || !before) throw forbidden(messages.undoNotAllowed);
    const changes = changedColumns(before, row.changed_fields);
    await write(inside, row, changes, fieldsChanged(row, changes), factsBefore(row, before));
    return getLead(inside, id);
  });
}

async function record(context: ActorContext, body: CreateLeadBody): Promise<Lead> {
  const at = context.clock.now();
  const id = newId(at);
  const phone = requirePhone(context, body.phone, null);
  await requireCenter(context, body.serviceCenter);
  if (body.serviceOrCampaign) await requireOffered(context, body.serviceOrCampaign);
  const { notes = null, appointmentDate = null, appointmentTime = null } = body;
  const lead = {
    ...newLead,
    id,
    version: 1,
    name: body.name,
    email: body.email ?? null,
    phone,
    platform: body.platform ?? null,
    vehicle_number: body.vehicleNumber ?? null,
    ...progressChanges(context, newLead, { notes, appointmentDate, appointmentTime }),
    service_center_id: body.serviceCenter,
    offering_id: body.serviceOrCampaign ?? null,
    employee_id: context.actor._id,
    last_modified_by: context.actor._id,
    created_at: at,
    updated_at: at,
    ...factsOfNewLead(at),
  };
  const customerId = await keepCustomerOfLead(context, lead);
  const row: Insertable<Leads> = { ...lead, customer_id: customerId, search_key: searchKeyOf(lead) };
  await insertLead(context.db, newId(at), row);
  return getLead(context, id);
}

async function change(
  context: ActorContext,
  id: string,
  version: number | undefined,
  decide: (inside: ActorContext, row: LeadRow) => Promise<LeadChanges>,
): Promise<Lead> {
  return inTransaction(context.db, async (db) => {
    const inside = await withRulesNow(context, db);
    const row = await lockVersion(inside, id, version);
    const changes = await decide(inside, row);
    const changedFields = fieldsChanged(row, changes);
    if (changedFields.length > 0) await write(inside, row, changes, changedFields);
    return getLead(inside, id);
  });
}

/** Locks a lead that the employee may see, in the version that they saw. */
async function lockVersion(context: ActorContext, id: string, version: number | undefined): Promise<LeadRow> {
  const row = await lockLead(context.db, id);
  if (!row || !maySeeCenter(context.actor, row.service_center_id)) throw notFound();
  if (version !== undefined && version !== row.version) {
    throw conflict(messages.staleVersion, await getLead(context, id));
  }
  return row;
}

async function write(
  context: ActorContext,
  row: LeadRow,
  changes: LeadChanges,
  changedFields: string[],
  facts?: LeadFacts,
): Promise<void> {
  const at = context.clock.now();
  const editor = context.actor._id;
  const after = { ...row, ...changes };
  const given = suggestionFields.filter((field) => changedFields.includes(field));
  const hasMoved = changedFields.includes('phone');
  const customerId =
    hasMoved || given.length > 0
      ? await keepCustomerOfLead(context, after, hasMoved ? suggestionFields : given)
      : row.customer_id;
  await updateLead(context.db, newId(at), row.id, {
    ...changes,
    version: row.version + 1,
    changed_fields: changedFields,
    last_modified_by: editor,
    editor_ids: row.editor_ids.includes(editor) ? row.editor_ids : [...row.editor_ids, editor],
    updated_at: at,
    search_key: searchKeyOf(after),
    ...(facts ?? factsAfter(row, after, at)),
    customer_id: customerId,
  });
  if (customerId !== row.customer_id) await leaveCustomer(context, row.customer_id, row.id);
}

/** A stored number that comes back unchanged is kept, even if numbering plans have changed since. */
function requirePhone({ dealer }: ActorContext, typed: string, stored: string | null): string {
  if (typed === stored) return typed;
  const phone = normalisePhone(typed, dealer.phoneCountry);
  if (!phone) throw invalid({ phone: messages.invalidPhone });
  return phone;
}

async function requireCenter(context: ActorContext, id: string): Promise<void> {
  if (!maySeeCenter(context.actor, id)) throw invalid({ serviceCenter: messages.unknownServiceCenter });
  await requireActiveServiceCenters(context, [id]);
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
