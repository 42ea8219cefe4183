import {
  assignToDataEntry,
  assignToManagement,
  assignToServiceCenter,
  unassignEmployee,
} from '#contract/employees.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { mayCall } from '#web/lib/may-call.ts';

/** Where the assign modal can put somebody. */
export const places = ['dataEntry', 'service', 'management'] as const;
export type Place = (typeof places)[number];

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

/** @returns whether somebody may change an employee's level; nobody changes his own. */
export function mayChange(actor: Ranked | undefined, target: Ranked): boolean {
  return actor !== undefined && actor._id !== target._id && mayChangeLevel(actor.level, target.level);
}

/** @returns what the assign modal offers for an employee of a level (specification, section 6). On the service list there is none: {@link mayChangeCenters}. */
export function placesFor(actor: Level | undefined, target: Level): Place[] {
  if (target === 'service' || !mayChangeLevel(actor, target)) return [];
  return places.filter((place) => place !== target && mayCall(calls[place], actor));
}

/** @returns whether somebody may give a service employee other centers, which leaves him his level. */
export function mayChangeCenters(actor: Ranked | undefined, target: Ranked): boolean {
  return target.level === 'service' && mayChange(actor, target) && mayCall(calls.service, actor?.level);
}
