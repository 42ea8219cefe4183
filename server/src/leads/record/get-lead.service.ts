import type { Lead } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import type { ActorContext, Context, ReferenceNames } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { areAllNamed, type LeadRow, toLead } from './lead-rows.ts';
import { findLead, readNames } from './leads.db.ts';
import { getCenterScope, maySeeCenter, redactLead } from './leads.policy.ts';

declare const visible: unique symbol;

/** A lead that the caller may see: {@link requireVisible} alone makes it. */
export type VisibleLead = LeadRow & { readonly [visible]: true };

/**
 * Requires that a lead was found and that `actor` may see it.
 *
 * @throws Refusal 404 for an unknown lead, and for one that `actor` may not see.
 */
export function requireVisible(actor: Account, row: LeadRow | undefined): VisibleLead {
  if (!row || !isVisible(actor, row)) throw notFound();
  return row;
}

function isVisible(actor: Account, row: LeadRow): row is VisibleLead {
  return maySeeCenter(actor, row.service_center_id);
}

/**
 * Lists the id of a lead and, after it, of those joined with it: what hangs on them is read together. One that was joined itself
 * stands for itself.
 */
export function listIdsWithJoined({
  id,
  merged_into,
  joined_ids,
}: Pick<LeadRow, 'id' | 'merged_into' | 'joined_ids'>): string[] {
  return merged_into === null ? [id, ...joined_ids] : [id];
}

/** Lists the ids of the centers whose leads `actor` may see; undefined means all. */
export function listVisibleCenters(actor: Account): string[] | undefined {
  return getCenterScope(actor);
}

/** Reads the row of a lead that the actor may see. @throws Refusal 404 as {@link requireVisible}. */
export async function getVisibleLead({ db, actor }: ActorContext, id: string): Promise<VisibleLead> {
  return requireVisible(actor, await findLead(db, id));
}

/** Reads a lead as the contract describes it. @throws Refusal 404 as {@link requireVisible}. */
export async function getLead(context: ActorContext, id: string): Promise<Lead> {
  return toNamedLead(context, await getVisibleLead(context, id));
}

/** Converts a row to the lead of the contract, with the names of people, center and offering, without what the actor may not see. */
export async function toNamedLead(context: ActorContext, row: LeadRow): Promise<Lead> {
  return redactLead(context.actor, toLead(row, await loadNamesFor(context, [row])));
}

/**
 * Returns the names of all the dealer's centers, offerings and people from the cache, read anew when a row refers to one that the
 * cache lacks.
 */
export function loadNamesFor(context: Context, rows: readonly LeadRow[]): Promise<ReferenceNames> {
  return loadNames(context, (names) => rows.every((row) => areAllNamed(row, names)));
}

/**
 * Returns the names of all the dealer's centers, offerings and people.
 *
 * @param areAllIn tells whether the cached names suffice; otherwise they are read anew.
 */
export async function loadNames(
  { db, leader = db, cache }: Pick<Context, 'db' | 'leader' | 'cache'>,
  areAllIn: (names: ReferenceNames) => boolean = () => true,
): Promise<ReferenceNames> {
  const names = await cache.names('all', () => readNames(leader));
  return areAllIn(names) ? names : readNames(db);
}
