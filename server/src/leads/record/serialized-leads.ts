import { LRUCache } from 'lru-cache';
import { type Lead, lead } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import type { ActorContext, ReferenceNames } from '#server/context.ts';
import { createSerializer, type SerializedJson } from '#server/http/serialized-json.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { loadNames, loadNamesFor } from './get-lead.service.ts';
import { toLead } from './lead-rows.ts';
import { type FoundLead, findLeadRows } from './leads.db.ts';
import { maySeeCustomers, redactLead } from './leads.policy.ts';

const mostBytes = 5_000_000;

/** A lead changes within the milliseconds between two reads about never, and twice in a row under the heaviest load alone. */
const mostAttempts = 10;

type Kept = { xmin: string; lead: SerializedJson<Lead> };

type Cache = LRUCache<string, Kept>;

const serialize = createSerializer(lead);

const kept = {
  whole: new WeakMap<ReferenceNames, Cache>(),
  withoutCustomer: new WeakMap<ReferenceNames, Cache>(),
};

/**
 * Finds leads, and serializes them as the actor sees them. Those read lately and not changed since are not read again.
 *
 * @param find asked again when a lead changes before it is read: it may have left the list, or the actor's centers.
 * @throws TooBusyError when leads change each time, which is refused as busy.
 */
export async function findAndSerialize<Found extends { leads: readonly FoundLead[] }>(
  context: ActorContext,
  find: () => Promise<Found>,
): Promise<{ found: Found; leads: SerializedJson<Lead>[] }> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const found = await find();
    const leads = await serializeLeads(context, found.leads);
    if (leads) return { found, leads };
  }
  throw new TooBusyError();
}

async function serializeLeads(
  context: ActorContext,
  found: readonly FoundLead[],
): Promise<SerializedJson<Lead>[] | undefined> {
  const { db, actor } = context;
  const cache = cacheOf(await loadNames(context), actor);
  const texts = new Map<string, Kept>();
  for (const { id } of found) {
    const text = cache.get(id);
    if (text) texts.set(id, text);
  }
  const missing = found.filter(({ id, xmin }) => texts.get(id)?.xmin !== xmin);
  if (missing.length > 0) {
    const rows = await findLeadRows(db, missing);
    const names = await loadNamesFor(context, rows);
    for (const row of rows) {
      const text = { xmin: row.xmin, lead: serialize(redactLead(actor, toLead(row, names))) };
      cache.set(row.id, text);
      texts.set(row.id, text);
    }
  }
  const serialized = found.map(({ id, xmin }) => {
    const text = texts.get(id);
    return text?.xmin === xmin ? text.lead : undefined;
  });
  return serialized.every((lead) => lead !== undefined) ? serialized : undefined;
}

function cacheOf(names: ReferenceNames, actor: Account): Cache {
  const caches = maySeeCustomers(actor) ? kept.whole : kept.withoutCustomer;
  const sizeCalculation = ({ lead }: Kept) => lead.json.length;
  const cache = caches.get(names) ?? new LRUCache({ maxSize: mostBytes, sizeCalculation });
  caches.set(names, cache);
  return cache;
}
