import { messages } from '#contract/call/messages.ts';
import { suggestionFields } from '#contract/customers.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { ActorContext } from '#server/context.ts';
import { keepCustomersOfLeads, leaveCustomer } from '#server/customers/customer-of-lead.service.ts';
import { settleEach, unwrap } from '#server/db/settle.ts';
import { sharedTransactions } from '#server/db/shared-transactions.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { rulesNow } from '#server/dealer/dealer-rules.service.ts';
import { getLead } from '#server/leads/get-lead.service.ts';
import { factsAfter, type LeadFacts } from '#server/leads/lead-facts.ts';
import { type ContactFacts, fieldsChanged, type LeadChanges, type LeadRow } from '#server/leads/lead-rows.ts';
import { searchKeyOf } from '#server/leads/lead-search.ts';
import { lockLeads, updateLeads, type WrittenLead } from '#server/leads/leads.db.ts';
import { asSeenBy, maySeeCenter } from '#server/leads/leads.policy.ts';
import { mayHaveLeads } from '#server/leads/may-have-leads.db.ts';
import { nameLead } from '#server/leads/named-leads.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalid, notFound } from '#server/lib/refusal.ts';

/**
 * `contact` changes without a version. `facts`: only if they do not follow from the changes. `orNobody`: an advisor who may not
 * have the lead is left out instead of refused.
 */
type Decision = {
  changes: LeadChanges;
  contact?: Partial<ContactFacts>;
  facts?: LeadFacts;
  orNobody?: boolean;
};

/** `version`: the one that the editor saw, if it matters. `decide` gets the locked lead and may refuse. */
export type LeadChange = {
  context: ActorContext;
  id: string;
  version: number | undefined;
  decide: (inside: ActorContext, row: LeadRow) => Promise<Decision> | Decision;
};

/**
 * Shares a transaction with concurrent changes. Not for name, email or phone: customers are locked one by one, which must not
 * happen in many transactions at once.
 *
 * @throws Refusal 404, 409 with the current lead when `version` is stale or the lead was erased, 400 beside an `advisor` who may
 *   not have it, and what `decide` refuses.
 */
export function changeLead(change: LeadChange): Promise<Lead> {
  return changeTogether(change.context.db, change);
}

/** As {@link changeLead}, in its own transaction or that of `context.db`. */
export function changeLeadAlone(change: LeadChange): Promise<Lead> {
  return inTransaction(change.context.db, async (db) => unwrap((await changeLeads(db, [change]))[0]));
}

const changeTogether = sharedTransactions(changeLeads, ({ id }: LeadChange) => id);

/**
 * Changes distinct leads in a transaction that does more. Locks none twice.
 *
 * @returns the lead or the refusal of each, as {@link changeLead}.
 */
export async function changeLeads(
  db: Db,
  changes: readonly LeadChange[],
): Promise<PromiseSettledResult<Lead>[]> {
  const dealer = await rulesNow(db);
  const locked = await lockLeads(
    db,
    changes.map(({ id }) => id),
  );
  const rows = new Map(locked.map((row) => [row.id, row]));
  const mayHave = advisorCheck(db);
  const insideOf = ({ context }: LeadChange) => ({ ...context, db, dealer: dealer ?? context.dealer });
  const decided = await settleEach(changes, async (change) => {
    const inside = insideOf(change);
    const row = await requireVersion(inside, change, rows.get(change.id));
    const decided = await change.decide(inside, row);
    const decision = { ...decided, changes: await withAdvisor(row, decided, mayHave) };
    const fields = fieldsChanged(row, decision.changes);
    if (fields.length > 0) return write(inside, row, decision, fields);
    return decision.contact && contacted(row, decision.contact);
  });
  const written = decided.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
  );
  const changed = await updateLeads(db, written);
  return settleEach(
    changes.map((change, place) => ({ change, outcome: decided[place] })),
    async ({ change, outcome }) => {
      unwrap(outcome);
      const inside = insideOf(change);
      const row = changed.get(change.id);
      return row ? asSeenBy(inside.actor, await nameLead(inside, row)) : getLead(inside, change.id);
    },
  );
}

async function requireVersion(
  inside: ActorContext,
  { version }: LeadChange,
  row: LeadRow | undefined,
): Promise<LeadRow> {
  if (!row || !maySeeCenter(inside.actor, row.service_center_id)) throw notFound();
  if (row.customer_id === null) throw conflict(messages.leadErased, await getLead(inside, row.id));
  await refuseStale(inside, row, version);
  return row;
}

/** @throws Refusal 409 with the current lead unless `version`, if given, is the lead's. */
export async function refuseStale(
  inside: ActorContext,
  row: Pick<LeadRow, 'id' | 'version'>,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && version !== row.version)
    throw conflict(messages.staleVersion, await getLead(inside, row.id));
}

type AdvisorCheck = (advisor: string, center: string) => Promise<boolean>;

/** Asks once per advisor and center. */
function advisorCheck(db: Db): AdvisorCheck {
  const known = new Map<string, Promise<boolean>>();
  return (advisor, center) => {
    const key = `${advisor} ${center}`;
    const answer = known.get(key) ?? mayHaveLeads(db, advisor, center);
    known.set(key, answer);
    return answer;
  };
}

/** Another center has other advisors: it frees the lead unless the changes name one. */
async function withAdvisor(
  row: LeadRow,
  { changes, orNobody }: Decision,
  mayHave: AdvisorCheck,
): Promise<LeadChanges> {
  const { service_center_id: center = row.service_center_id } = changes;
  const isMoved = center !== row.service_center_id;
  const { advisor_id: advisor = isMoved ? null : row.advisor_id } = changes;
  const isSet = advisor !== null && (isMoved || advisor !== row.advisor_id);
  if (!isSet || (await mayHave(advisor, center))) return { ...changes, advisor_id: advisor };
  if (!orNobody) throw invalid({ advisor: messages.unknownAdvisor });
  return { ...changes, advisor_id: null };
}

async function write(
  inside: ActorContext,
  row: LeadRow,
  { changes, contact, facts }: Decision,
  changedFields: string[],
): Promise<WrittenLead> {
  const at = inside.clock.now();
  const editor = inside.actor._id;
  const after = { ...row, ...changes };
  const searchKey = searchKeyOf(after);
  const customerId = await keepCustomer(inside, at, row, after, changedFields);
  return {
    versionId: newId(at),
    lead: {
      ...after,
      version: row.version + 1,
      changed_fields: changedFields,
      last_modified_by: editor,
      editor_ids: row.editor_ids.includes(editor) ? row.editor_ids : [...row.editor_ids, editor],
      updated_at: at,
      search_key: searchKey,
      try_again_at: after.status === row.status ? after.try_again_at : null,
      ...contact,
      ...(facts ?? factsAfter(row, after, at)),
      customer_id: customerId,
    },
    isFoundAnew: searchKey !== searchKeyOf(row),
  };
}

function contacted(row: LeadRow, contact: Partial<ContactFacts>): WrittenLead {
  const lead = { ...row, ...contact, search_key: searchKeyOf(row) };
  return { versionId: null, lead, isFoundAnew: false };
}

async function keepCustomer(
  inside: ActorContext,
  at: Date,
  before: LeadRow,
  after: LeadRow,
  changedFields: readonly string[],
): Promise<string | null> {
  const hasMoved = changedFields.includes('phone');
  const given = hasMoved
    ? suggestionFields
    : suggestionFields.filter((field) => changedFields.includes(field));
  if (given.length === 0 || before.customer_id === null) return before.customer_id;
  const [customerId = before.customer_id] = await keepCustomersOfLeads(inside, [
    { actor: inside.actor, at, lead: after, isNew: false, given },
  ]);
  if (customerId !== before.customer_id) await leaveCustomer(inside, before.customer_id, before.id);
  return customerId;
}
