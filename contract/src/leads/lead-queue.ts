import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { id } from '#contract/text/text.ts';
import { lead, leadList } from './leads.ts';
import { queueGroups } from './queue-groups.ts';

const group = z.enum(queueGroups);

/** Leads shown per group: thirty in all cost half of what sixty do. */
export const queuePreview = 5;

export const worklistLimit = 200;

/** `serviceID`: an offering; `advisor`: the caller, or nobody. */
export const queueNarrowing = {
  serviceCenter: id.optional(),
  serviceID: id.optional(),
  advisor: z.enum(['mine', 'nobody']).optional(),
};

/** Every group, in order, due longest first. `isTotalCapped`: there are more than `total`. */
export const leadQueue = z.object({
  groups: z.array(z.object({ group, total: z.int(), isTotalCapped: z.boolean(), leads: z.array(lead) })),
});
export type LeadQueue = z.infer<typeof leadQueue>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/serviceCenter/queue',
  summary: 'Whom to call now, and why: six groups with their counts and first leads',
  tag: 'Leads',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object(queueNarrowing),
  reply: leadQueue,
});

export const listQueue = endpoint({
  method: 'GET',
  path: '/serviceCenter/queue/:group',
  summary: 'The leads of one group of the queue, due longest first',
  tag: 'Leads',
  reads: 'leads',
  who: customerCallingLevels,
  params: z.object({ group }),
  query: z.object({ ...pagingParams, ...queueNarrowing }),
  reply: leadList,
});

/** The leads in working order; `isCapped`: there are more. */
export const worklist = z.object({
  leads: z.array(z.object({ _id: id, group })),
  isCapped: z.boolean(),
});
export type Worklist = z.infer<typeof worklist>;

export const getWorklist = endpoint({
  method: 'GET',
  path: '/serviceCenter/worklist',
  summary:
    'What the caller can work on now: leads of the queue that are theirs or nobody’s, without attempts whose time has not come',
  tag: 'Leads',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object(queueNarrowing),
  reply: worklist,
});
