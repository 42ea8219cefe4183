import { messages } from '#contract/call/messages.ts';
import { isManagement, type Level } from '#contract/levels.ts';

/** An employee as policies judge them. */
export type RankedEmployee = { id: string; level: Level; isActive: boolean };

/**
 * Returns why an actor may not change somebody's level or centers; undefined when they may. Nobody changes themselves, and only an
 * active superAdmin changes one, so one always remains.
 */
export function findAssignmentRefusal(
  actor: RankedEmployee,
  target: RankedEmployee,
  wished: Level,
): string | undefined {
  if (actor.id === target.id) return messages.notYourself;
  return rankFault(actor, [target.level, wished]);
}

/** Returns why an actor may not set somebody active or inactive; undefined when they may. */
export function findDepartureRefusal(actor: RankedEmployee, target: RankedEmployee): string | undefined {
  if (actor.id === target.id) return messages.notYourOwnAccount;
  return rankFault(actor, [target.level]);
}

/**
 * Returns why an actor may not say that somebody is away; undefined when they may. Management may say it of others and of themselves,
 * of others in management a superAdmin alone.
 */
export function findAbsenceRefusal(actor: RankedEmployee, target: RankedEmployee): string | undefined {
  const isAllowed = actor.id === target.id || actor.level === 'superAdmin' || !isManagement(target.level);
  return actor.isActive && isManagement(actor.level) && isAllowed ? undefined : messages.onlySuperAdmin;
}

/** Returns why an actor may not reset somebody's second factor; undefined when they may, which only another active superAdmin does. */
export function findResetRefusal(actor: RankedEmployee, target: RankedEmployee): string | undefined {
  if (actor.id === target.id) return messages.notYourSecondFactor;
  return actor.isActive && actor.level === 'superAdmin' ? undefined : messages.onlySuperAdmin;
}

function rankFault({ level, isActive }: RankedEmployee, concerned: readonly Level[]): string | undefined {
  const isAllowed = level === 'superAdmin' || (level === 'admin' && !concerned.some(isManagement));
  return isActive && isAllowed ? undefined : messages.onlySuperAdmin;
}
