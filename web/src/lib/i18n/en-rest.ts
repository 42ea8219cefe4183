import { audit } from './en/audit.ts';
import { employees } from './en/employees.ts';
import { invites } from './en/invites.ts';
import { leadHistory } from './en/lead-history.ts';
import { offerings } from './en/offerings.ts';
import { profile } from './en/profile.ts';
import { reports } from './en/reports.ts';
import { serviceCenters } from './en/service-centers.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';

/** The English texts that no first screen needs; loaded after it. */
export const rest = {
  audit,
  employees,
  invites,
  leadHistory,
  offerings,
  profile,
  reports,
  serviceCenters,
  settings,
  setup,
} as const;
