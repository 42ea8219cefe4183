import { createHash } from 'node:crypto';
import { messages } from '#contract/call/messages.ts';
import { suggestionFields } from '#contract/customers.ts';
import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { LeadProgressChange } from '#contract/leads/lead-status.ts';
import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';
import { explainPhoneRefusal, normalisePhone } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { ActorContext } from '#server/context.ts';
import { upsertCustomers } from '#server/customers/customer-of-lead.service.ts';
import { applyEach, unwrapResult } from '#server/db/apply-each.ts';
import { shareTransactions } from '#server/db/shared-transactions.ts';
import type { Db } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields, Refusal } from '#server/lib/refusal.ts';
import { lockOfferingsOfToday, lockOfferingsUntilCommit } from '#server/offerings/offerings.service.ts';
import { lockActiveCentersUntilCommit } from '#server/service-centers/service-centers.service.ts';
import { lockAdvisors } from './advisors.db.ts';
import { readResponseClock } from './change-leads.service.ts';
import { getLead, toNamedLead } from './get-lead.service.ts';
import { claimKeys, deleteClaims, getClaim, type KeyClaim } from './idempotency-keys.db.ts';
import { createMilestones } from './lead-milestones.ts';
import { newLeadProgress, progressChanges } from './lead-progress.ts';
import { computeOpenResponse, type LeadResponse } from './lead-response.ts';
import { getSearchKey, type LeadRow } from './lead-rows.ts';
import { insertLeads } from './leads.db.ts';
import { maySeeCenter } from './leads.policy.ts';

const keyLifetime = 24 * 3_600_000;

/**
 * Says what an imported lead was before it came here. `enteredAt`: null for now; `recorder`: null for whoever imports it; not
 * `isActive`: it was archived. `followUpCount`: of one that is not lost; that of lost ones follows.
 */
export type ImportedPast = {
  importId: string;
  enteredAt: Date | null;
  recorder: string | null;
  isActive: boolean;
  progress: Pick<LeadProgressChange, 'status' | 'nextFollowUpDates' | 'lostReason' | 'jobId'>;
  followUpCount: number;
};

// `advisor`: who may have leads of its center. `askedAt`: since when the customer waits, if not from now on; `restartedAt`: when they
// asked once more what had come too late. `past`: of an imported one, whose phone is in stored form.
type CreateRequest = {
  context: ActorContext;
  body: CreateLeadBody;
  key?: string;
  source?: LeadSource | undefined;
  advisor?: string | undefined;
  askedAt?: Date | undefined;
  restartedAt?: Date | undefined;
  past?: ImportedPast | undefined;
};

type Draft = Pick<CreateRequest, 'body' | 'source' | 'advisor' | 'restartedAt' | 'past'> & {
  inside: ActorContext;
  id: string;
  at: Date;
  enteredAt: Date;
  claim?: KeyClaim;
};

type NewLead = Omit<LeadRow, 'customer_id' | keyof LeadResponse>;

type LockedReferences = {
  fit: ReadonlySet<Draft>;
  centers: readonly string[];
  offered: readonly string[];
  known: readonly string[];
};

/**
 * Creates a lead, and its customer if the phone number is new. Shares a transaction with concurrent requests.
 *
 * @param key a repeat under it within 24 hours answers the first one's lead.
 * @throws Refusal 400 per field, 409 for a key used for another body.
 */
export function createLead(context: ActorContext, body: CreateLeadBody, key?: string): Promise<Lead> {
  return createTogether(context.db, { context, body, ...(key && { key }) });
}

/**
 * Requires a phone number that can be called; an unchanged one is taken even if numbering plans have changed.
 *
 * @returns it in stored form.
 * @throws Refusal 400 beside `phone`.
 */
export function requirePhone({ dealer }: ActorContext, typed: string, stored: string | null): string {
  if (typed === stored) return typed;
  const phone = normalisePhone(typed, dealer.phoneCountry);
  if (!phone) throw invalidFields({ phone: explainPhoneRefusal(typed, dealer.phoneCountry) });
  return phone;
}

const createTogether = shareTransactions(createLeads, ({ context, key }: CreateRequest) =>
  key === undefined ? undefined : `${context.actor._id} ${key}`,
);

/** Creates several leads in the transaction `db`. @returns the lead or the refusal of each, in their order; see {@link createLead}. */
export async function createLeads(
  db: Db,
  requests: readonly CreateRequest[],
): Promise<PromiseSettledResult<Lead>[]> {
  const dealer = await readDealerRules(db);
  const drafts = requests.map((request) =>
    draftOf({ ...request.context, db, dealer: dealer ?? request.context.dealer }, request),
  );
  const repeated = await claim(db, drafts);
  const locked = await lockReferences(drafts.filter((draft) => !repeated.has(draft)));
  const decided = await applyEach(drafts, (draft) =>
    repeated.has(draft) ? undefined : decide(draft, locked),
  );
  // The key of a refused lead may be used again.
  const refused = drafts.filter((_, place) => decided[place]?.status === 'rejected');
  await deleteClaims(
    db,
    refused.flatMap(({ claim }) => claim ?? []),
  );
  const created = await write(
    db,
    decided.flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value) || []),
    drafts[0]?.inside,
  );
  return applyEach(drafts, async (draft) => {
    unwrapResult(decided[drafts.indexOf(draft)]);
    const row = created.get(draft.id);
    return row ? toNamedLead(draft.inside, row) : repeat(draft);
  });
}

function draftOf(inside: ActorContext, { key, askedAt, ...request }: CreateRequest): Draft {
  const { body, source, advisor, restartedAt, past } = request;
  const at = inside.clock.now();
  const id = newId(at);
  const enteredAt = past?.enteredAt ?? (askedAt && askedAt < at ? askedAt : at);
  const draft = { inside, id, at, enteredAt, body, source, advisor, restartedAt, past };
  if (!key) return draft;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest();
  return { ...draft, claim: { employeeId: inside.actor._id, key, bodyHash, leadId: id } };
}

async function claim(db: Db, drafts: readonly Draft[]): Promise<Set<Draft>> {
  const claims = drafts.flatMap((draft) => draft.claim ?? []);
  const at = drafts[0]?.at;
  if (claims.length === 0 || !at) return new Set();
  const claimed = await claimKeys(db, claims, { at, forgetBefore: new Date(at.getTime() - keyLifetime) });
  return new Set(drafts.filter((draft) => draft.claim && !claimed.has(draft.id)));
}

async function lockReferences(drafts: readonly Draft[]): Promise<LockedReferences> {
  const context = drafts[0]?.inside;
  if (!context) return { fit: new Set(), centers: [], offered: [], known: [] };
  const centers = [...new Set(drafts.map(({ body }) => body.serviceCenter))];
  const named = drafts.flatMap(({ body: { serviceOrCampaign: id }, past }) =>
    id ? [{ id, isPast: past !== undefined }] : [],
  );
  const idsOf = (isPast: boolean) => [
    ...new Set(named.flatMap((each) => (each.isPast === isPast ? [each.id] : []))),
  ];
  const advised = drafts.flatMap((draft) =>
    draft.advisor ? [{ draft, advisor: draft.advisor, center: draft.body.serviceCenter }] : [],
  );
  const fit = await lockAdvisors(context.db, advised);
  return {
    fit: new Set([...fit].map(({ draft }) => draft)),
    centers: await lockActiveCentersUntilCommit(context, centers),
    offered: await lockOfferingsOfToday(context, idsOf(false)),
    known: await lockOfferingsUntilCommit(context, idsOf(true)),
  };
}

/** An advisor who may not have it any more is left out. @throws Refusal 400 per field. */
function decide(draft: Draft, { fit, centers, offered, known }: LockedReferences): NewLead {
  const { inside, id, at, enteredAt, body, source, advisor = null, restartedAt = null, past } = draft;
  const isId = source?.channel === 'whatsapp' && isWhatsAppId(body.phone);
  const phone = past || isId ? body.phone : requirePhone(inside, body.phone, null);
  if (!maySeeCenter(inside.actor, body.serviceCenter) || !centers.includes(body.serviceCenter))
    throw invalidFields({ serviceCenter: messages.unknownServiceCenter });
  if (body.serviceOrCampaign && !(past ? known : offered).includes(body.serviceOrCampaign))
    throw invalidFields({ serviceOrCampaign: messages.unknownOffering });
  return {
    ...newLeadProgress,
    id,
    version: 1,
    name: body.name,
    email: body.email ?? null,
    phone,
    platform: body.platform ?? null,
    vehicle_number: body.vehicleNumber ?? null,
    ...progressOf(inside, body, past),
    is_active: past?.isActive ?? true,
    service_center_id: body.serviceCenter,
    offering_id: body.serviceOrCampaign ?? null,
    recorded_by: past?.recorder ?? inside.actor._id,
    advisor_id: fit.has(draft) ? advisor : null,
    response_restarted_at: restartedAt,
    source: source ?? null,
    import_id: past?.importId ?? null,
    filled_platform: null,
    editor_ids: [],
    last_modified_by: inside.actor._id,
    changed_fields: [],
    created_at: enteredAt,
    updated_at: at,
    contact_attempts: 0,
    last_contact_at: null,
    try_again_at: null,
    reminded_for: null,
    arrived_for: null,
    merged_into: null,
    joined_ids: [],
    ...createMilestones(enteredAt, past?.progress.status),
  };
}

function progressOf(context: ActorContext, body: CreateLeadBody, past: ImportedPast | undefined) {
  const { notes = null, appointmentDate = null, appointmentTime = null } = body;
  const wished = { notes, appointmentDate, appointmentTime, ...past?.progress };
  const changes = progressChanges(context, newLeadProgress, wished, past?.enteredAt ?? undefined);
  return past && past.progress.status !== 'lostCustomer'
    ? { ...changes, follow_up_count: past.followUpCount }
    : changes;
}

/**
 * Checks an imported lead's progress without writing it.
 *
 * @returns the messages by field for which it would be refused; empty when it would not.
 */
export function findPastFaults(context: ActorContext, body: CreateLeadBody, past: ImportedPast) {
  try {
    progressOf(context, body, past);
    return {};
  } catch (error) {
    if (error instanceof Refusal) return error.details.fields ?? {};
    throw error;
  }
}

async function write(
  db: Db,
  rows: readonly NewLead[],
  inside: ActorContext | undefined,
): Promise<Map<string, LeadRow>> {
  if (!inside || rows.length === 0) return new Map();
  const clock = await readResponseClock(inside);
  const said = rows.map((lead) => {
    const { last_modified_by: by, updated_at: at } = lead;
    return { lead, by, at, importId: lead.import_id, isNew: true, given: suggestionFields };
  });
  const customers = await upsertCustomers(db, said);
  const writes = rows.map((row, place) => {
    const lead = { ...row, ...computeOpenResponse(clock, row), customer_id: customers[place] ?? '' };
    const versionId = newId(row.updated_at);
    return {
      versionId,
      endedTryAgainAt: null,
      lead: { ...lead, search_key: getSearchKey(lead) },
      isSearchKeyChanged: true,
    };
  });
  return insertLeads(db, writes);
}

async function repeat({ inside, claim: repeated }: Draft): Promise<Lead> {
  if (!repeated) throw new Error('Only a key can be repeated');
  const first = await getClaim(inside.db, repeated);
  if (!first.lead_id) throw new Error('A key was used for no lead');
  const lead = await getLead(inside, first.lead_id);
  if (!first.body_hash.equals(repeated.bodyHash)) throw conflict(messages.keyReused, lead);
  return lead;
}
