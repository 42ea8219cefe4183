import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import type { DealerRules } from '#server/context.ts';

/** Returns the ids of the centers whose leads an account may see; undefined means all of them. */
export function getCenterScope(actor: Account): string[] | undefined {
  return actor.level === 'service' ? actor.serviceCenter.map((center) => center._id) : undefined;
}

/** Tells whether an account may see the leads of a center. */
export function maySeeCenter(actor: Account, centerId: string): boolean {
  return getCenterScope(actor)?.includes(centerId) ?? true;
}

/** Tells whether an account may correct leads: the service level only if the dealer allows it. */
export function mayCorrect(actor: Account, { serviceMayCorrect }: DealerRules): boolean {
  return actor.level !== 'service' || serviceMayCorrect;
}

/** Tells whether an account may merge leads: management, and the service level if the dealer allows it. */
export function mayMerge(actor: Account, { serviceMayMerge }: DealerRules): boolean {
  return isManagement(actor.level) || (actor.level === 'service' && serviceMayMerge);
}

/**
 * Narrows what is read to the wished center or, without one, to all that the account may see.
 *
 * @returns undefined for all centers, and an empty list when the account may not see the wished one.
 */
export function narrowCenters(actor: Account, wished: string | undefined): string[] | undefined {
  if (wished === undefined) return getCenterScope(actor);
  return maySeeCenter(actor, wished) ? [wished] : [];
}

/** Tells whether an account may see customers: management only. */
export function maySeeCustomers(actor: Account): boolean {
  return isManagement(actor.level);
}

/** Removes the customer's id from a lead for who may not see customers; returns the lead itself for others. */
export function redactLead<L extends { customer: string | null }>(actor: Account, lead: L): L {
  return maySeeCustomers(actor) ? lead : { ...lead, customer: null };
}
