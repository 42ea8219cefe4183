import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { type LeadNarrowing, leadNarrowing } from '#contract/lead-narrowing.ts';
import { leadStatus } from '#contract/leads.ts';

/** What the URL of the management list says when it says nothing. */
export const managementDefaults = { search: '', page: 1 } as const;

const { search, page } = managementDefaults;

/** What links from reports and dashboards narrow the management list by, beside its status and center. */
export const narrowingNames = [
  'employee',
  'platform',
  'offeringType',
  'enteredFrom',
  'enteredTo',
  'statusFrom',
  'statusTo',
  'reached',
  'furthest',
  'lost',
  'lostReason',
  'milestone',
] as const satisfies readonly (keyof LeadNarrowing)[];
export type NarrowingName = (typeof narrowingNames)[number];
export type Narrowing = Pick<LeadNarrowing, NarrowingName>;

/** The status in the path of the management list; `all` lists leads of every status. */
export const managementStatus = z.enum([...leadStatus.options, 'all']);
export type ManagementStatus = z.output<typeof managementStatus>;

/** The URL of the management list. */
export const managementSearch = z.object({
  search: z.string().trim().max(textLength.search).default(search).catch(search),
  page: z.coerce.number<number>().int().min(1).default(page).catch(page),
  /** The lead whose details are open. */
  view: z.uuid().optional().catch(undefined),
  employee: leadNarrowing.employee.catch(undefined),
  platform: leadNarrowing.platform.catch(undefined),
  offeringType: leadNarrowing.offeringType.catch(undefined),
  enteredFrom: leadNarrowing.enteredFrom.catch(undefined),
  enteredTo: leadNarrowing.enteredTo.catch(undefined),
  statusFrom: leadNarrowing.statusFrom.catch(undefined),
  statusTo: leadNarrowing.statusTo.catch(undefined),
  reached: leadNarrowing.reached.catch(undefined),
  furthest: leadNarrowing.furthest.catch(undefined),
  lost: leadNarrowing.lost.catch(undefined),
  lostReason: leadNarrowing.lostReason.catch(undefined),
  milestone: leadNarrowing.milestone.catch(undefined),
});
export type ManagementSearch = z.output<typeof managementSearch>;
