import { duplicateSearchLimits } from '#contract/duplicates.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { newId } from '#server/lib/ids.ts';
import {
  compareCustomerPairs,
  countOpenPairs,
  deletePairs,
  deletePairsOfDeletedLeads,
  type FoundPair,
  findCustomersSharingKeys,
  findCustomersToMatch,
  findDismissedPairs,
  findStoredPairs,
  hasDuplicateChecks,
  replaceDuplicateKeys,
  type StoredPair,
  takeDuplicateChecks,
  upsertDuplicatePairs,
} from './checks.db.ts';
import {
  type ComparedCustomer,
  explainCustomerPair,
  explainLeadPair,
  listCompareKeys,
} from './compared-values.ts';

const batch = 100;
// Milliseconds: how soon a write is compared.
const lookEvery = 2_000;

/** Makes the job that works the duplicate checks: it compares the customers that writes concerned and, after an upgrade, all of them. */
export function duplicatesJob(context: Context): JobKind {
  return recurringJob(context, {
    name: 'duplicates',
    every: lookEvery,
    mayTakeLong: true,
    hasWork: () => hasDuplicateChecks,
    run: (stopping) => processDuplicateChecks(context, stopping),
  });
}

/** Compares all customers with a duplicate check, and stores the pairs found. @throws when the database does not answer. */
export async function processDuplicateChecks(context: Context, stopping?: AbortSignal): Promise<void> {
  await workInBatches(async () => (await inTransaction(context, compareNext)) === batch, { stopping });
}

async function compareNext(inside: Context): Promise<number> {
  const { db, clock } = inside;
  const rules = await readDealerRules(db);
  if (!rules) return 0;
  const { customers: ids, taken } = await takeDuplicateChecks(db, batch);
  if (taken === 0) return 0;
  const { timeZone } = rules;
  const customers = await findCustomersToMatch(db, ids);
  const keys = customers.flatMap((customer) =>
    listCompareKeys(customer, timeZone).map((key) => ({ ...key, customer: customer.id })),
  );
  await replaceDuplicateKeys(db, ids, keys);
  await deletePairsOfDeletedLeads(db, ids);
  const stored = await findStoredPairs(db, ids);
  const known = stored.filter(({ kind }) => kind === 'customer');
  const asked = [
    ...known.map(({ one, other }): [string, string] => [one, other]),
    ...(await findCustomersSharingKeys(db, ids)),
  ];
  const found = [
    ...(await compareCustomerPairs(db, asked)).filter(({ reasons }) => reasons.length > 0),
    ...customers.flatMap((customer) => findLeadPairs(customer, timeZone)),
  ];
  const { changed, gone, fresh } = diffPairs(stored, found);
  await deletePairs(db, gone);
  const said = new Set((await findDismissedPairs(db, fresh)).map(getPairKey));
  const room = await withinLimit(
    inside,
    fresh.filter((pair) => !said.has(getPairKey(pair))),
  );
  await upsertDuplicatePairs(
    db,
    [...changed, ...room.map((pair) => ({ ...pair, id: newId(clock.now()) }))],
    clock.now(),
  );
  return taken;
}

/** Compares the open leads of a customer, and returns the pairs that may be one enquiry; stores none. */
export function findLeadPairs({ id, leads }: ComparedCustomer, timeZone: string): FoundPair[] {
  const open = leads.filter(({ isOpen }) => isOpen).slice(0, duplicateSearchLimits.openLeads);
  return open.flatMap((lead, place) =>
    open.slice(place + 1).flatMap((next): FoundPair[] => {
      const reasons = explainLeadPair(lead, next, timeZone);
      const [one = '', other = ''] = [lead.id, next.id].toSorted();
      const centers = [...new Set([lead.center, next.center])];
      return reasons.length > 0 ? [{ kind: 'lead', one, other, customer: id, reasons, centers }] : [];
    }),
  );
}

/**
 * Compares two customers, and returns their pair if they may be one person; stores none.
 *
 * @returns no pair if they have nothing in common.
 */
export function findCustomerPair(
  customer: ComparedCustomer,
  next: ComparedCustomer,
  timeZone: string,
): FoundPair[] {
  const reasons = explainCustomerPair(customer, next, timeZone);
  const [one = '', other = ''] = [customer.id, next.id].toSorted();
  const newest = [customer, next].flatMap(({ leads }) =>
    leads.slice(0, duplicateSearchLimits.leadsOfCustomer),
  );
  const centers = [...new Set(newest.map(({ center }) => center))];
  return reasons.length > 0 ? [{ kind: 'customer', one, other, customer: null, reasons, centers }] : [];
}

const getPairKey = ({ one, other }: Pick<FoundPair, 'one' | 'other'>) => `${one} ${other}`;
const contentOf = ({ customer, reasons, centers }: FoundPair) =>
  JSON.stringify([customer, reasons.toSorted(), centers.toSorted()]);

function diffPairs(stored: readonly StoredPair[], found: readonly FoundPair[]) {
  const now = new Map(found.map((pair) => [getPairKey(pair), pair]));
  const before = new Set(stored.map(getPairKey));
  const gone = stored.filter((pair) => !pair.isDismissed && !now.has(getPairKey(pair))).map(({ id }) => id);
  const changed = stored.flatMap((pair) => {
    const { id } = pair;
    const shared = now.get(getPairKey(pair));
    return shared && contentOf(shared) !== contentOf(pair) ? [{ ...shared, id }] : [];
  });
  return { gone, changed, fresh: [...now.values()].filter((pair) => !before.has(getPairKey(pair))) };
}

async function withinLimit({ db }: Context, fresh: readonly FoundPair[]): Promise<FoundPair[]> {
  if (fresh.length === 0) return [];
  const records = [...new Set(fresh.flatMap(({ one, other }) => [one, other]))];
  const counts = await countOpenPairs(db, records);
  const hasRoom = (id: string) => (counts.get(id) ?? 0) < duplicateSearchLimits.pairsOfRecord;
  const taken: FoundPair[] = [];
  for (const pair of fresh.toSorted((a, b) => b.reasons.length - a.reasons.length)) {
    if (!hasRoom(pair.one) || !hasRoom(pair.other)) continue;
    for (const id of [pair.one, pair.other]) counts.set(id, (counts.get(id) ?? 0) + 1);
    taken.push(pair);
  }
  return taken;
}
