import { messages as contract } from '#contract/call/messages.ts';
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
 * The English texts of the first screens: login, leads, the service level's dashboard. `contract` holds the server's
 * messages. All others are in `en-rest.ts`.
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
