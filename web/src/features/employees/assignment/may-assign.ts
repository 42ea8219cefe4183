import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  unassignEmployee,
} from '#contract/employees.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { mayCall } from '#web/lib/api/may-call.ts';

/** The roles that the assign dialog offers; `management` stands for its levels. */
export const assignableRoles = ['dataEntry', 'service', 'management'] as const;
export type AssignableRole = (typeof assignableRoles)[number];

type Ranked = { _id: string; level: Level };

const calls = {
  dataEntry: assignToDataEntry,
  service: assignToServiceCenter,
  management: assignToManagement,
};

/** @returns whether one level may change another: management is changed only by those who may put others there. */
export function mayChangeLevel(actor: Level | undefined, target: Level): boolean {
  return mayCall(isManagement(target) ? assignToManagement : unassignEmployee, actor);
}

/** Tells whether one may change another's level, centers or account; never one's own. */
export function mayChangeEmployee(actor: Ranked | undefined, target: Ranked): boolean {
  return actor !== undefined && actor._id !== target._id && mayChangeLevel(actor.level, target.level);
}

/**
 * Lists the roles of the assign dialog (specification, section 6); none for the list of service staff, where {@link mayChangeCenters}
 * counts.
 */
export function listAssignableRoles(actor: Level | undefined, target: Level): AssignableRole[] {
  if (target === 'service' || !mayChangeLevel(actor, target)) return [];
  return assignableRoles.filter((role) => role !== target && mayCall(calls[role], actor));
}

/** Tells whether one may change the service centers of another, who is of the level `service`. */
export function mayChangeCenters(actor: Ranked | undefined, target: Ranked): boolean {
  return (
    target.level === 'service' && mayChangeEmployee(actor, target) && mayCall(calls.service, actor?.level)
  );
}
