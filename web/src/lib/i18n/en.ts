import { messages as contract } from '#contract/call/messages.ts';
import { auth } from './en/auth.ts';
import { dashboard } from './en/dashboard.ts';
import { frame } from './en/frame.ts';
import { leadDetails } from './en/lead-details.ts';
import { leadStatus } from './en/lead-status.ts';
import { leadWork } from './en/lead-work.ts';
import { leads } from './en/leads.ts';
import { periodLeads } from './en/period-leads.ts';
import { ui } from './en/ui.ts';

/**
 * Texts of the first screens: login and lists of leads. `contract` has the server's messages; `en-rest.ts` the rest.
 */
export const en = {
  ui,
  frame,
  auth,
  dashboard,
  leads,
  leadStatus,
  leadDetails,
  leadWork,
  periodLeads,
  contract,
} as const;
