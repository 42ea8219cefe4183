import { LRUCache } from 'lru-cache';
import { type Lead, lead } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import type { ActorContext, Names } from '#server/context.ts';
import { type Written, writerOf } from '#server/http/written.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { namesFor } from './get-lead.service.ts';
import { toLead } from './lead-rows.ts';
import { type FoundLead, findRows } from './leads.db.ts';
import { asSeenBy, maySeeCustomers } from './leads.policy.ts';
import { namesOf } from './names.service.ts';

/** For those who may see customers, and as much again for those who may not. */
const mostBytes = 5_000_000;

/** A lead changes within the milliseconds between two reads about never, and twice in a row under the heaviest load alone. */
const mostTries = 10;

type Kept = { xmin: string; lead: Written<Lead> };

type Keeper = LRUCache<string, Kept>;

const write = writerOf(lead);

/** Texts name what leads refer to, so they are kept no longer than the names. */
const kept = new WeakMap<Names, { whole: Keeper; withoutCustomer: Keeper }>();

/**
 * Finds leads, and writes them as the actor sees them. Those read lately and not changed since are not read again.
 *
 * @param find asked again when a lead changes before it is read: it may have left the list, or the actor's centers.
 * @throws TooBusyError when leads change each time, which is refused as busy.
 */
export async function findAndWrite<Found extends { leads: readonly FoundLead[] }>(
  context: ActorContext,
  find: () => Promise<Found>,
): Promise<{ found: Found; leads: Written<Lead>[] }> {
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await find();
    const leads = await writeLeads(context, found.leads);
    if (leads) return { found, leads };
  }
  throw new TooBusyError();
}

/** @returns undefined when one has changed since. */
async function writeLeads(
  context: ActorContext,
  found: readonly FoundLead[],
): Promise<Written<Lead>[] | undefined> {
  const { db, actor } = context;
  const keeper = keeperOf(await namesOf(context), actor);
  const texts = new Map<string, Kept>();
  for (const { id } of found) {
    const text = keeper.get(id);
    if (text) texts.set(id, text);
  }
  const missing = found.filter(({ id, xmin }) => texts.get(id)?.xmin !== xmin);
  if (missing.length > 0) {
    const rows = await findRows(db, missing);
    const names = await namesFor(context, rows);
    for (const row of rows) {
      const text = { xmin: row.xmin, lead: write(asSeenBy(actor, toLead(row, names))) };
      keeper.set(row.id, text);
      texts.set(row.id, text);
    }
  }
  const written = found.map(({ id, xmin }) => {
    const text = texts.get(id);
    return text?.xmin === xmin ? text.lead : undefined;
  });
  return written.every((lead) => lead !== undefined) ? written : undefined;
}

function keeperOf(names: Names, actor: Account): Keeper {
  const { whole, withoutCustomer } = kept.get(names) ?? openKeepers(names);
  return maySeeCustomers(actor) ? whole : withoutCustomer;
}

function openKeepers(names: Names) {
  const keepers = { whole: openKeeper(), withoutCustomer: openKeeper() };
  kept.set(names, keepers);
  return keepers;
}

function openKeeper(): Keeper {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ lead }) => lead.json.length });
}
