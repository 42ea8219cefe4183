import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { countPages } from '#contract/call/paging.ts';
import type * as contract from '#contract/duplicates.ts';
import type { DuplicatePair } from '#contract/duplicates.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listVisibleCenters } from '#server/leads/record/get-lead.service.ts';
import { capCount } from '#server/lib/counted.ts';
import { newId } from '#server/lib/ids.ts';
import { notFound } from '#server/lib/refusal.ts';
import { addDuplicateChecks, findCustomersToMatch, upsertDuplicatePairs } from './checks.db.ts';
import {
  countPairs,
  dismissPair,
  dismissPairs,
  findCustomersOfLeads,
  findCustomersOfPairs,
  findLeadsOfPairs,
  findPairs,
  type PairedCustomerRow,
  type PairedLeadRow,
  type PairFilter,
  type PairRow,
  restorePair,
} from './duplicates.db.ts';
import { findCustomerPair, findLeadPairs } from './find-duplicates.service.ts';

/** Lists a page of the pairs that wait for a decision, or of the dismissed ones, newest first, up to {@link maxCountedRows}. */
export async function listDuplicates(
  { db }: ActorContext,
  query: EndpointQuery<typeof contract.listDuplicates>,
): Promise<EndpointReply<typeof contract.listDuplicates>> {
  const { page, limit, serviceCenter: center, reason, kind, dismissed, from } = query;
  const filter: PairFilter = { center, reason, kind, from, isDismissed: dismissed === 'true' };
  const [rows, counted] = await Promise.all([
    findPairs(db, filter, limit, (page - 1) * limit),
    countPairs(db, filter, maxCountedRows + 1),
  ]);
  const recordsOf = (kind: PairRow['kind']) =>
    rows.filter((row) => row.kind === kind).flatMap(({ one, other }) => [one, other]);
  const [customers, leads] = await Promise.all([
    findCustomersOfPairs(db, recordsOf('customer'), filter.isDismissed),
    findLeadsOfPairs(db, recordsOf('lead'), filter.isDismissed),
  ]);
  const byId = {
    customer: new Map(customers.map((one) => [one._id, one])),
    lead: new Map(leads.map((one) => [one._id, one])),
  };
  const { count, isCapped } = capCount(counted);
  return {
    pairs: rows.flatMap((row) => toPair(row, byId) ?? []),
    totalPages: countPages(count, limit),
    totalPairCount: count,
    isTotalCapped: isCapped,
  };
}

type Records = { customer: Map<string, PairedCustomerRow>; lead: Map<string, PairedLeadRow> };

function toPair(row: PairRow, { customer, lead }: Records): DuplicatePair | undefined {
  const { id, reasons, foundAt, dismissedAt, dismissedBy } = row;
  const dismissed = dismissedAt && dismissedBy && { by: dismissedBy, at: dismissedAt.toISOString() };
  const shown = { _id: id, reasons, foundAt: foundAt.toISOString(), dismissed };
  if (row.customer) {
    const [one, other] = inOrder(lead.get(row.one), lead.get(row.other));
    if (!one || !other) return undefined;
    return { ...shown, kind: 'lead', customer: row.customer, one: leadOf(one), other: leadOf(other) };
  }
  const [one, other] = inOrder(customer.get(row.one), customer.get(row.other));
  return one && other && { ...shown, kind: 'customer', one: customerOf(one), other: customerOf(other) };
}

function inOrder<Row extends { createdAt: Date }>(one: Row | undefined, other: Row | undefined) {
  return one && other && one.createdAt > other.createdAt ? [other, one] : [one, other];
}

const leadOf = (lead: PairedLeadRow) => ({ ...lead, createdAt: lead.createdAt.toISOString() });

const customerOf = (customer: PairedCustomerRow) => ({
  ...customer,
  createdAt: customer.createdAt.toISOString(),
  lastLeadAt: customer.lastLeadAt?.toISOString() ?? null,
});

/** Counts the `pairs` that wait for a decision, up to {@link maxCountedRows}. */
export async function countDuplicates({
  db,
}: ActorContext): Promise<EndpointReply<typeof contract.countDuplicates>> {
  const all = { center: undefined, reason: undefined, kind: undefined, from: undefined, isDismissed: false };
  const { count, isCapped } = capCount(await countPairs(db, all, maxCountedRows + 1));
  return { pairs: count, isCapped };
}

/** Dismisses a pair; by whom and when it was dismissed first stays. @throws Refusal 404. */
export function dismissDuplicate(context: ActorContext, id: string): Promise<void> {
  return decide(context, ({ db, actor, clock }) => dismissPair(db, id, actor._id, clock.now()));
}

/** Takes back a dismissal, and queues the two records to be compared again. @throws Refusal 404. */
export function restoreDuplicate(context: ActorContext, id: string): Promise<void> {
  return decide(context, ({ db }) => restorePair(db, id));
}

/**
 * Dismisses the pairs of a new lead with others that its recorder knew of and, where those are of other customers, of the customers, too:
 * as far as they would be pairs and the actor may see the others.
 */
export function dismissKnownPairs(
  context: ActorContext,
  lead: string,
  others: readonly string[],
): Promise<void> {
  const centers = listVisibleCenters(context.actor);
  return inTransaction(context, async ({ db, actor, dealer: { timeZone }, clock }) => {
    const rows = await findCustomersOfLeads(db, [lead, ...others]);
    const seen = rows.filter(({ id, center }) => id !== lead && centers?.includes(center) !== false);
    const ofLead = rows.find(({ id }) => id === lead)?.customer;
    const customers = new Set(
      [ofLead, ...seen.map(({ customer }) => customer)].filter((id) => id !== undefined),
    );
    const compared = await findCustomersToMatch(db, [...customers]);
    const own = compared.find(({ id }) => id === ofLead);
    if (!own) return;
    const isMeant = (id: string) => seen.some((one) => one.id === id);
    const pairs = [
      ...findLeadPairs(own, timeZone).filter(
        ({ one, other }) => (one === lead && isMeant(other)) || (other === lead && isMeant(one)),
      ),
      ...compared.flatMap((other) => (other === own ? [] : findCustomerPair(own, other, timeZone))),
    ];
    const now = clock.now();
    await upsertDuplicatePairs(
      db,
      pairs.map((pair) => ({ ...pair, id: newId(now) })),
      now,
    );
    await dismissPairs(db, pairs, actor._id, now);
  });
}

function decide(
  context: ActorContext,
  write: (
    inside: ActorContext,
  ) => Promise<{ one: string; other: string; customer: string | null } | undefined>,
): Promise<void> {
  return inTransaction(context, async (inside) => {
    const pair = await write(inside);
    if (!pair) throw notFound();
    await addDuplicateChecks(inside.db, pair.customer ? [pair.customer] : [pair.one, pair.other]);
  });
}
