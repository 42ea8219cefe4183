import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import type { DealerRules } from '#server/context.ts';

/** Returns the centers whose leads an account may see; undefined means all of them. */
export function getCenterScope(actor: Account): string[] | undefined {
  return actor.level === 'service' ? actor.serviceCenter.map((center) => center._id) : undefined;
}

export function maySeeCenter(actor: Account, centerId: string): boolean {
  return getCenterScope(actor)?.includes(centerId) ?? true;
}

export function mayCorrect(actor: Account, { serviceMayCorrect }: DealerRules): boolean {
  return actor.level !== 'service' || serviceMayCorrect;
}

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

export function maySeeCustomers(actor: Account): boolean {
  return isManagement(actor.level);
}

export function redactLead<L extends { customer: string | null }>(actor: Account, lead: L): L {
  return maySeeCustomers(actor) ? lead : { ...lead, customer: null };
}
