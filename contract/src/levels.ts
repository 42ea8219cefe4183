import { z } from 'zod';

/** A registration request says `employee`, which is none. */
export const levels = ['superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned'] as const;
export type Level = (typeof levels)[number];
export const levelSchema = z.enum(levels);

export const managementLevels = ['superAdmin', 'admin', 'manager'] as const satisfies readonly Level[];

/** All levels but `unassigned`: those that somebody was given. */
export const assignedLevels = [
  ...managementLevels,
  'service',
  'dataEntry',
] as const satisfies readonly Level[];

/** The levels that call customers: management and `service`. */
export const customerCallingLevels = [...managementLevels, 'service'] as const satisfies readonly Level[];

/** The levels that may record and change leads. `service` sees only its own centers' leads, the others all. */
export const leadWriterLevels = [
  'superAdmin',
  'admin',
  'manager',
  'dataEntry',
  'service',
] as const satisfies readonly Level[];

/** The levels that may import files. Data entry imports leads and sees its own files only; customers, and what others import, are management's. */
export const importLevels = [...managementLevels, 'dataEntry'] as const satisfies readonly Level[];

/** Tells whether a level is superAdmin, admin or manager. */
export function isManagement(level: Level): boolean {
  return level === 'superAdmin' || level === 'admin' || level === 'manager';
}

/** The page on which each level lands after login (specification, 'Redirects'). */
export const levelHomePaths = {
  superAdmin: '/main/managementDashboard',
  admin: '/main/managementDashboard',
  manager: '/main/managementDashboard',
  service: '/main/dashboard',
  dataEntry: '/main/leads',
  unassigned: '/main/unassign',
} as const satisfies Record<Level, string>;
