import { messages } from '#contract/call/messages.ts';
import { assignment } from './en/assignment.ts';
import { audit } from './en/audit.ts';
import { auth } from './en/auth.ts';
import { authPages } from './en/auth-pages.ts';
import { bookingOutcomes } from './en/booking-outcomes.ts';
import { bookingRules } from './en/booking-rules.ts';
import { bookings } from './en/bookings.ts';
import { customerMessages } from './en/customer-messages.ts';
import { customers } from './en/customers.ts';
import { dashboard } from './en/dashboard.ts';
import { duplicates } from './en/duplicates.ts';
import { employees } from './en/employees.ts';
import { find } from './en/find.ts';
import { firstSteps } from './en/first-steps.ts';
import { frame } from './en/frame.ts';
import { imports } from './en/imports.ts';
import { intake } from './en/intake.ts';
import { invites } from './en/invites.ts';
import { leadBulk } from './en/lead-bulk.ts';
import { leadContact } from './en/lead-contact.ts';
import { leadDetails } from './en/lead-details.ts';
import { leadHistory } from './en/lead-history.ts';
import { leadPanel } from './en/lead-panel.ts';
import { leadStatus } from './en/lead-status.ts';
import { leadWork } from './en/lead-work.ts';
import { leads } from './en/leads.ts';
import { managementLeads } from './en/management-leads.ts';
import { mergeLeads } from './en/merge-leads.ts';
import { messageSettings } from './en/message-settings.ts';
import { offerings } from './en/offerings.ts';
import { periodLeads } from './en/period-leads.ts';
import { places } from './en/places.ts';
import { profile } from './en/profile.ts';
import { queue } from './en/queue.ts';
import { queueRule } from './en/queue-rule.ts';
import { reports } from './en/reports.ts';
import { serviceCenters } from './en/service-centers.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { systemStatus } from './en/system-status.ts';
import { ui } from './en/ui.ts';
import { working } from './en/working.ts';
import { workingHours } from './en/working-hours.ts';

const contract: Record<keyof typeof messages, string> = messages;

export const en = {
  assignment,
  audit,
  auth,
  authPages,
  bookingOutcomes,
  bookingRules,
  bookings,
  contract,
  customerMessages,
  customers,
  dashboard,
  duplicates,
  employees,
  find,
  firstSteps,
  frame,
  imports,
  intake,
  invites,
  leadBulk,
  leadContact,
  leadDetails,
  leadHistory,
  leadPanel,
  leadStatus,
  leadWork,
  leads,
  managementLeads,
  mergeLeads,
  messageSettings,
  offerings,
  periodLeads,
  places,
  profile,
  queue,
  queueRule,
  reports,
  serviceCenters,
  settings,
  setup,
  systemStatus,
  ui,
  working,
  workingHours,
};

export type Texts = typeof en;
