import { isManagement } from '#contract/levels.ts';
import type { Account } from '#contract/people.ts';
import type { DealerRules } from '#server/context.ts';

/** Centers whose leads an employee works with: their own for `service`, undefined (all) for other levels. */
export function centersOf(actor: Account): string[] | undefined {
  return actor.level === 'service' ? actor.serviceCenter.map((center) => center._id) : undefined;
}

/** Whether an employee may see and write leads of a center. */
export function maySeeCenter(actor: Account, centerId: string): boolean {
  return centersOf(actor)?.includes(centerId) ?? true;
}

/** Whether an employee may correct what was recorded of a lead that they may see. */
export function mayCorrect(actor: Account, { serviceMayCorrect }: DealerRules): boolean {
  return actor.level !== 'service' || serviceMayCorrect;
}

/** Centers left when an employee narrows to one: the query narrows, never widens. */
export function narrowCenters(actor: Account, wished: string | undefined): string[] | undefined {
  if (wished === undefined) return centersOf(actor);
  return maySeeCenter(actor, wished) ? [wished] : [];
}

/** A lead as an employee may see it: whose customer it is, only those learn who may open customers. */
export function asSeenBy<L extends { customer: string | null }>(actor: Account, lead: L): L {
  return isManagement(actor.level) ? lead : { ...lead, customer: null };
}
