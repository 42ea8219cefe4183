import { setAwayUntil } from '#contract/employees.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { mayCall } from '#web/lib/api/may-call.ts';

type Ranked = { _id: string; level: Level };

/** @returns whether one may say until when another is away: of others in management a superAdmin alone. */
export function maySetAway(actor: Ranked | undefined, target: Ranked & { isActive: boolean }): boolean {
  if (!actor || !target.isActive || !mayCall(setAwayUntil, actor.level)) return false;
  return actor._id === target._id || actor.level === 'superAdmin' || !isManagement(target.level);
}
