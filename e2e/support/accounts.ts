import type { Level } from '#contract/levels.ts';

/** The email of the demo's account of each level. */
export const demoEmails: Record<Level, string> = {
  superAdmin: 'superadmin@pitlane.test',
  admin: 'admin@pitlane.test',
  manager: 'manager@pitlane.test',
  dataEntry: 'dataentry@pitlane.test',
  service: 'service@pitlane.test',
  unassigned: 'unassigned@pitlane.test',
};

export const demoPassword = 'pitlane-demo';

/** A password that the app accepts as a new one. */
export const strongPassword = 'a long way to Khulna';
