import { messages as contract } from '#contract/messages.ts';
import { auth } from './en/auth.ts';
import { customers } from './en/customers.ts';
import { dashboard } from './en/dashboard.ts';
import { frame } from './en/frame.ts';
import { leadDetails } from './en/lead-details.ts';
import { leadStatus } from './en/lead-status.ts';
import { leads } from './en/leads.ts';
import { managementLeads } from './en/management-leads.ts';
import { periodLeads } from './en/period-leads.ts';
import { ui } from './en/ui.ts';

/**
 * The texts in English that the first screens show: sign-in, leads, the dashboard of the service level. One part a feature;
 * `contract` are the messages that the server answers with. All others stand in `en-rest.ts`.
 */
export const en = {
  ui,
  frame,
  auth,
  customers,
  dashboard,
  leads,
  leadStatus,
  leadDetails,
  managementLeads,
  periodLeads,
  contract,
} as const;
