import type { Level } from '#contract/levels.ts';

/** The demo's sign-ins, one per level. */
export const emails: Record<Level, string> = {
  superAdmin: 'superadmin@pitlane.test',
  admin: 'admin@pitlane.test',
  manager: 'manager@pitlane.test',
  dataEntry: 'dataentry@pitlane.test',
  service: 'service@pitlane.test',
  unassigned: 'unassigned@pitlane.test',
};

/** The password of every demo account. */
export const demoPassword = 'pitlane-demo';
