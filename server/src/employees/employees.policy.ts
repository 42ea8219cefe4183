import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import { isManagement, type Level } from '#contract/levels.ts';

/** Somebody with their level as it is now. */
export type Ranked = { id: string; level: Level; isActive: boolean };

/**
 * Why somebody may not give `target` the level `wished`; undefined when they may. Nobody changes themselves, and since only an
 * active superAdmin changes one, there is always a superAdmin left: the one who did it.
 */
export function assignmentFault(actor: Ranked, target: Ranked, wished: Level): string | undefined {
  if (actor.id === target.id) return messages.notYourself;
  return rankFault(actor, [target.level, wished]);
}

/** Why somebody may not deactivate or reactivate `target`: the rule is that of a change of level. */
export function departureFault(actor: Ranked, target: Ranked): string | undefined {
  if (actor.id === target.id) return messages.notYourOwnAccount;
  return rankFault(actor, [target.level]);
}

/** Why somebody may not see and hand over the open leads of `target`: who may deactivate them may. */
export function handOverFault(actor: Ranked, target: Ranked): string | undefined {
  if (actor.id === target.id) return messages.notYourOwnLeads;
  return rankFault(actor, [target.level]);
}

/** Whether somebody works leads, at least those of their centers. */
export function worksLeads({ level, isActive }: Pick<Employee, 'level' | 'isActive'>): boolean {
  return isActive && level !== 'unassigned';
}

function rankFault({ level, isActive }: Ranked, concerned: readonly Level[]): string | undefined {
  const isAllowed = level === 'superAdmin' || (level === 'admin' && !concerned.some(isManagement));
  return isActive && isAllowed ? undefined : messages.onlySuperAdmin;
}
