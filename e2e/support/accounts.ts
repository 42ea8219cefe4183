import type { Level } from '#contract/levels.ts';

export const emails: Record<Level, string> = {
  superAdmin: 'superadmin@pitlane.test',
  admin: 'admin@pitlane.test',
  manager: 'manager@pitlane.test',
  dataEntry: 'dataentry@pitlane.test',
  service: 'service@pitlane.test',
  unassigned: 'unassigned@pitlane.test',
};

export const demoPassword = 'pitlane-demo';

export const goodPassword = 'a long way to Khulna';
