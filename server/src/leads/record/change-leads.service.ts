import { messages } from '#contract/call/messages.ts';
import { suggestionFields } from '#contract/customers.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { checkPlaces, type PlaceRequest, toPlaceRefusal } from '#server/booking-rules/place-check.service.ts';
import type { ActorContext } from '#server/context.ts';
import { upsertCustomers, withdrawSuggestions } from '#server/customers/customer-of-lead.service.ts';
import { applyEach, unwrapResult } from '#server/db/apply-each.ts';
import { shareTransactions } from '#server/db/shared-transactions.ts';
import type { Db } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { conflict, invalidFields } from '#server/lib/refusal.ts';
import { getCachedHours } from '#server/working-hours/working-hours.service.ts';
import { mayHaveLeads } from './advisors.db.ts';
import { requireVisible, toNamedLead, type VisibleLead } from './get-lead.service.ts';
import { type LeadChange, type LeadEdit, type LeadWrite, planWrite } from './lead-change.ts';
import { getWaitingSince, isAnswered, isResponseTimed, type ResponseClock } from './lead-response.ts';
import type { LeadRow } from './lead-rows.ts';
import { lockLeads, updateLeads } from './leads.db.ts';

export type { LeadChange };

/**
 * A change of one lead. `version`: the one that the editor saw, if it matters. `place`: a place that the change books is asked about
 * unless it is free; what restores or records the past goes without. `decide` returns what changes, and may refuse.
 * `dropUnfitAdvisor`: an advisor who may not have the lead is left out instead of refused.
 */
export type LeadChangeRequest = {
  context: ActorContext;
  id: string;
  version?: number | undefined;
  dropUnfitAdvisor?: true;
  place?: { overbook: boolean };
  decide: (inside: ActorContext, lead: VisibleLead) => Promise<LeadChange> | LeadChange;
};

/**
 * Changes a lead by a new version, or by none when nothing differs. Shares a transaction with concurrent changes, or is part of that
 * of `context.db`.
 *
 * @returns the lead as it is then.
 * @throws Refusal 404, 409 with the current lead when `version` is stale or the lead was erased or merged, 400 beside an `advisor` who
 *   may not have it, 409 with a `placeRefusal` for a place that is not free, 403 for who may not overbook, 503 while a customer is being
 *   erased, and what `decide` refuses.
 */
export async function changeLead(request: LeadChangeRequest): Promise<Lead> {
  return (await changeTogether(request.context.db, request)).lead;
}

const changeTogether = shareTransactions(changeLeads, ({ id }: LeadChangeRequest) => id);

// `before`: the lead's version until then; still its version when the change made none.
type Changed = { lead: Lead; before: number };

/**
 * Changes distinct leads in the transaction `db`, each whole or not at all.
 *
 * @returns the lead or the refusal of each, in their order, as {@link changeLead}.
 */
export async function changeLeads(
  db: Db,
  requests: readonly LeadChangeRequest[],
): Promise<PromiseSettledResult<Changed>[]> {
  const dealer = await readDealerRules(db);
  const ids = requests.map(({ id }) => id);
  const locked = new Map((await lockLeads(db, ids)).map((row) => [row.id, row]));
  const mayHave = advisorCheck(db);
  const decided = await applyEach(requests, async (request) => {
    const inside = { ...request.context, db, dealer: dealer ?? request.context.dealer };
    const lead = requireVisible(inside.actor, locked.get(request.id));
    if (lead.customer_id === null) throw conflict(messages.leadErased, await toNamedLead(inside, lead));
    await refuseMergedLead(inside, lead);
    await refuseStale(inside, lead, request.version);
    const change = await withAdvisor(lead, await request.decide(inside, lead), request, mayHave);
    return { request, inside, lead, change, editor: inside.actor._id, at: inside.clock.now() };
  });
  const changes = decided.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = await checkPlaces(
    db,
    changes.flatMap((each) => findNewPlace(each) ?? []),
  );
  const edits = changes.filter(({ lead }) => !refused.has(lead.id));
  const [first] = edits;
  const clock = first && (await readResponseClock(first.inside));
  const written = await writeLeads(db, edits, clock);
  return applyEach(decided, async (outcome) => {
    const { inside, lead } = unwrapResult(outcome);
    const place = refused.get(lead.id);
    if (place) throw await toPlaceRefusal(db, place);
    return { lead: await toNamedLead(inside, written.get(lead.id) ?? lead), before: lead.version };
  });
}

function findNewPlace({
  request: { place },
  inside: context,
  lead,
  change,
}: {
  request: LeadChangeRequest;
  inside: ActorContext;
  lead: LeadRow;
  change: LeadChange;
}): PlaceRequest | undefined {
  if (!place) return undefined;
  const wanted = getPlace({ ...lead, ...change });
  const former = getPlace(lead);
  if (!wanted || JSON.stringify(wanted) === JSON.stringify(former)) return undefined;
  return { ...wanted, ...place, context, lead: lead.id, former };
}

function getPlace({ is_active, status, ...row }: LeadRow): PlaceRequest['former'] {
  const { service_center_id: center, offering_id: offering, appointment_date: date } = row;
  if (!is_active || status !== 'booked' || date === null) return null;
  return { center, offering, date, time: row.appointment_time };
}

/**
 * Returns the change that brings a lead to the head of the queue for one more enquiry; writes nothing. A lead that nobody has answered
 * is timed from `restartedAt` on, if it is not timed or only from later on; any other is due now, unless it is already or its first
 * answer is still in time.
 */
export function bringToQueueHead(
  lead: LeadRow,
  { restartedAt, now }: { restartedAt: Date | undefined; now: Date },
): LeadChange {
  if (!isAnswered(lead)) {
    if (restartedAt && (!isResponseTimed(lead) || restartedAt < getWaitingSince(lead)))
      return { response_restarted_at: restartedAt };
    if (lead.response_due_at && lead.response_due_at > now) return {};
  }
  const { try_again_at: due } = lead;
  if (due === null || due > now) return { try_again_at: now };
  // A millisecond later it is as due as before, and no longer what a contact set, which an undo of that contact would take away.
  return due < now ? { try_again_at: new Date(due.getTime() + 1) } : {};
}

/** Reads the working hours and the time zone by which responses are timed now. */
export async function readResponseClock(context: ActorContext): Promise<ResponseClock> {
  return { hours: await getCachedHours(context), timeZone: context.dealer.timeZone };
}

/**
 * Writes changes of leads that are locked in the transaction `db`: their rows, a version of each where it differs, and what they say
 * of their customers. It is the one writer of what leads say: whose a lead is after a merge of customers, and by when it should be
 * answered, is written beside it, without a version; what an import brought in may be deleted. Customers are locked after them, by
 * phone number. Leads that were joined with one go along to another customer, with its number.
 *
 * @param clock of changes that may answer an enquiry or change by when it should be.
 * @param importId what changes them, if no person does.
 * @returns the leads that differ, by id.
 */
export async function writeLeads(
  db: Db,
  edits: readonly LeadEdit[],
  clock?: ResponseClock,
  importId: string | null = null,
): Promise<Map<string, LeadRow>> {
  const writes = edits.flatMap((edit) => planWrite(edit, clock) ?? []);
  const before = new Map(edits.map(({ lead }) => [lead.id, lead.customer_id]));
  const said = writes.flatMap(({ versionId, lead }) => {
    if (versionId === null || lead.customer_id === null) return [];
    const isMoved = lead.changed_fields.includes('phone');
    const given = suggestionFields.filter((field) => isMoved || lead.changed_fields.includes(field));
    const { last_modified_by: by, updated_at: at } = lead;
    return given.length > 0 ? [{ lead, by, at, importId, isNew: false, given }] : [];
  });
  const followers = await lockJoined(db, said, before);
  const customers = await upsertCustomers(db, said);
  for (const [place, { lead }] of said.entries()) {
    const former = before.get(lead.id);
    lead.customer_id = customers[place] ?? lead.customer_id;
    if (!former || former === lead.customer_id) continue;
    await withdrawSuggestions(db, former, lead.id);
    for (const joined of followers) {
      if (joined.merged_into === lead.id) writes.push(...(await takenAlong(db, lead, joined)));
    }
  }
  return updateLeads(db, writes);
}

// Those that were joined with leads whose number changes, before their customers, as every writer locks them.
async function lockJoined(
  db: Db,
  said: readonly { lead: LeadRow }[],
  edited: ReadonlyMap<string, unknown>,
): Promise<LeadRow[]> {
  const ids = said
    .flatMap(({ lead }) => (lead.changed_fields.includes('phone') ? lead.joined_ids : []))
    .filter((id) => !edited.has(id));
  return ids.length === 0 ? [] : lockLeads(db, ids);
}

async function takenAlong(
  db: Db,
  { phone, customer_id, last_modified_by: editor, updated_at: at }: LeadRow,
  lead: LeadRow,
): Promise<LeadWrite[]> {
  const { customer_id: former } = lead;
  const write = planWrite({ lead, change: { phone }, editor, at });
  if (!former || !write) return [];
  await withdrawSuggestions(db, former, lead.id);
  return [{ ...write, lead: { ...write.lead, customer_id } }];
}

/**
 * Refuses a change of a lead whose editor saw an earlier version.
 *
 * @throws Refusal 409 with the current lead unless `version`, if given, is the lead's.
 */
export async function refuseStale(
  inside: ActorContext,
  lead: VisibleLead,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && version !== lead.version)
    throw conflict(messages.staleVersion, await toNamedLead(inside, lead));
}

/** Refuses a lead that was merged into another. @throws Refusal 409 with the lead, which says where it went. */
export async function refuseMergedLead(inside: ActorContext, lead: VisibleLead): Promise<void> {
  if (lead.merged_into !== null) throw conflict(messages.leadMerged, await toNamedLead(inside, lead));
}

type AdvisorCheck = (advisor: string, center: string) => Promise<boolean>;

function advisorCheck(db: Db): AdvisorCheck {
  const known = new Map<string, Promise<boolean>>();
  return (advisor, center) => {
    const key = `${advisor} ${center}`;
    const answer = known.get(key) ?? mayHaveLeads(db, advisor, center);
    known.set(key, answer);
    return answer;
  };
}

// Another center has other advisors: it frees the lead unless the change names one. So does opening it again, when the one it had may
// not have it any more.
async function withAdvisor(
  lead: VisibleLead,
  change: LeadChange,
  { dropUnfitAdvisor }: LeadChangeRequest,
  mayHave: AdvisorCheck,
): Promise<LeadChange> {
  const { service_center_id: center = lead.service_center_id } = change;
  const isMoved = center !== lead.service_center_id;
  const { advisor_id: advisor = isMoved ? null : lead.advisor_id } = change;
  const isSet = isMoved || advisor !== lead.advisor_id;
  const isAsked = isSet || (isOpen({ ...lead, ...change }) && !isOpen(lead));
  if (advisor === null || !isAsked || (await mayHave(advisor, center)))
    return { ...change, advisor_id: advisor };
  if (isSet && !dropUnfitAdvisor) throw invalidFields({ advisor: messages.unknownAdvisor });
  return { ...change, advisor_id: null };
}

function isOpen({ is_active, status }: Pick<LeadRow, 'is_active' | 'status'>): boolean {
  return is_active && isOpenStatus(status);
}
