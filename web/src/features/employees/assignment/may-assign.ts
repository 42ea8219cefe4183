import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  unassignEmployee,
} from '#contract/employees.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { mayCall } from '#web/lib/api/may-call.ts';

/** What the assign dialog can make of an employee. */
export const roles = ['dataEntry', 'service', 'management'] as const;
export type Role = (typeof roles)[number];

type Ranked = { _id: string; level: Level };

const calls = {
  dataEntry: assignToDataEntry,
  service: assignToServiceCenter,
  management: assignToManagement,
};

/** @returns whether somebody of a level may change anything about employees of another: who is in management, only by who may put there. */
export function mayChangeLevel(actor: Level | undefined, target: Level): boolean {
  return mayCall(isManagement(target) ? assignToManagement : unassignEmployee, actor);
}

/** @returns whether somebody may change an employee's level; nobody changes their own. */
export function mayChange(actor: Ranked | undefined, target: Ranked): boolean {
  return actor !== undefined && actor._id !== target._id && mayChangeLevel(actor.level, target.level);
}

/** @returns what the assign modal offers for an employee of a level (specification, section 6). On the service list there is none: {@link mayChangeCenters}. */
export function rolesFor(actor: Level | undefined, target: Level): Role[] {
  if (target === 'service' || !mayChangeLevel(actor, target)) return [];
  return roles.filter((role) => role !== target && mayCall(calls[role], actor));
}

/** @returns whether somebody may give a service employee other centers, which leaves them their level. */
export function mayChangeCenters(actor: Ranked | undefined, target: Ranked): boolean {
  return target.level === 'service' && mayChange(actor, target) && mayCall(calls.service, actor?.level);
}
