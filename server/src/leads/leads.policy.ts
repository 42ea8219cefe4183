import type { Account } from '#contract/people.ts';

/** Centers whose leads an employee works with: his own for `service`, undefined (all) for other levels. */
export function centersOf(actor: Account): string[] | undefined {
  return actor.level === 'service' ? actor.serviceCenter.map((center) => center._id) : undefined;
}

/** Whether an employee may see and write leads of a center. */
export function maySeeCenter(actor: Account, centerId: string): boolean {
  return centersOf(actor)?.includes(centerId) ?? true;
}

/** Centers left when an employee narrows to one: the query narrows, never widens. */
export function narrowCenters(actor: Account, wished: string | undefined): string[] | undefined {
  if (wished === undefined) return centersOf(actor);
  return maySeeCenter(actor, wished) ? [wished] : [];
}
