import { audit } from './en/audit.ts';
import { authPages } from './en/auth-pages.ts';
import { customers } from './en/customers.ts';
import { employees } from './en/employees.ts';
import { invites } from './en/invites.ts';
import { leadBulk } from './en/lead-bulk.ts';
import { leadContact } from './en/lead-contact.ts';
import { leadHistory } from './en/lead-history.ts';
import { leadPanel } from './en/lead-panel.ts';
import { managementLeads } from './en/management-leads.ts';
import { offerings } from './en/offerings.ts';
import { profile } from './en/profile.ts';
import { queue } from './en/queue.ts';
import { reports } from './en/reports.ts';
import { serviceCenters } from './en/service-centers.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { systemStatus } from './en/system-status.ts';
import { working } from './en/working.ts';

/** Texts that no first screen needs; loaded later. */
export const rest = {
  audit,
  authPages,
  customers,
  employees,
  invites,
  leadContact,
  leadBulk,
  leadHistory,
  leadPanel,
  managementLeads,
  offerings,
  profile,
  queue,
  reports,
  serviceCenters,
  settings,
  setup,
  systemStatus,
  working,
} as const;
