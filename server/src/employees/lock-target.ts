import type { ActorContext } from '#server/context.ts';
import { forbidden, notFound } from '#server/lib/refusal.ts';
import { lockEmployees } from './employees.db.ts';
import type { Ranked } from './employees.policy.ts';

/**
 * Reads actor and employee afresh, locked until commit: of two who demote each other, one succeeds.
 *
 * @param faultOf the policy: why the actor may not.
 * @param alsoIds others to lock with them, in one order.
 * @throws Refusal 404, 403 by the policy.
 */
export async function lockTarget(
  { db, actor: { _id: actorId } }: ActorContext,
  id: string,
  faultOf: (actor: Ranked, target: Ranked) => string | undefined,
  alsoIds: readonly string[] = [],
): Promise<{ target: Ranked; people: Map<string, Ranked> }> {
  const people = await lockEmployees(db, [actorId, id, ...alsoIds]);
  const [actor, target] = [people.get(actorId), people.get(id)];
  if (!actor || !target) throw notFound();
  const fault = faultOf(actor, target);
  if (fault) throw forbidden(fault);
  return { target, people };
}
