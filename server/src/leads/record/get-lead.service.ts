import type { Lead } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import type { ActorContext, Context, Names } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { areAllNamed, type LeadRow, toLead } from './lead-rows.ts';
import { findLead, readNames } from './leads.db.ts';
import { asSeenBy, centersOf, maySeeCenter } from './leads.policy.ts';

declare const visible: unique symbol;

/** A lead that the caller may see: {@link requireVisible} alone makes it. */
export type VisibleLead = LeadRow & { readonly [visible]: true };

/** @throws Refusal 404 for an unknown lead, and for one that `actor` may not see. */
export function requireVisible(actor: Account, row: LeadRow | undefined): VisibleLead {
  if (!row || !isVisible(actor, row)) throw notFound();
  return row;
}

function isVisible(actor: Account, row: LeadRow): row is VisibleLead {
  return maySeeCenter(actor, row.service_center_id);
}

/**
 * Lists the ids of a lead and those joined with it: what hangs on them is read together. One that was joined itself stands for itself.
 */
export function idsWithJoined({
  id,
  merged_into,
  joined_ids,
}: Pick<LeadRow, 'id' | 'merged_into' | 'joined_ids'>): string[] {
  return merged_into === null ? [id, ...joined_ids] : [id];
}

/** Ids of the centers whose leads `actor` may see; undefined means all. */
export function visibleCenters(actor: Account): string[] | undefined {
  return centersOf(actor);
}

/** @throws Refusal 404 as {@link requireVisible}. */
export async function getVisibleLead({ db, actor }: ActorContext, id: string): Promise<VisibleLead> {
  return requireVisible(actor, await findLead(db, id));
}

/** @throws Refusal 404 as {@link requireVisible}. */
export async function getLead(context: ActorContext, id: string): Promise<Lead> {
  return nameLead(context, await getVisibleLead(context, id));
}

export async function nameLead(context: ActorContext, row: LeadRow): Promise<Lead> {
  return asSeenBy(context.actor, toLead(row, await namesFor(context, [row])));
}

export function namesFor(context: Context, rows: readonly LeadRow[]): Promise<Names> {
  return namesOf(context, (names) => rows.every((row) => areAllNamed(row, names)));
}

/** @returns the names kept in this process, or what is read anew when they lack one: it may be new. */
export async function namesOf(
  { db, leader = db, cache }: Pick<Context, 'db' | 'leader' | 'cache'>,
  areAllIn: (names: Names) => boolean = () => true,
): Promise<Names> {
  const names = await cache.names('all', () => readNames(leader));
  return areAllIn(names) ? names : readNames(db);
}
