import { isManagement, type Level } from '#contract/levels.ts';
import { messages } from '#contract/messages.ts';

/** Somebody with his level as it is now. */
export type Ranked = { id: string; level: Level };

/**
 * Why somebody may not give `target` the level `wished`; undefined when he may. Nobody changes himself, and since only a
 * superAdmin changes one, there is always a superAdmin left: the one who did it.
 */
export function assignmentFault(actor: Ranked, target: Ranked, wished: Level): string | undefined {
  if (actor.id === target.id) return messages.notYourself;
  const concernsManagement = isManagement(target.level) || isManagement(wished);
  if (concernsManagement && actor.level !== 'superAdmin') return messages.onlySuperAdmin;
  const mayAssign = actor.level === 'superAdmin' || actor.level === 'admin';
  return mayAssign ? undefined : messages.onlySuperAdmin;
}
