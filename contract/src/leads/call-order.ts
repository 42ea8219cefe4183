import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { id } from '#contract/text/text.ts';
import { queueFilters } from './lead-queue.ts';
import { lead } from './leads.ts';

/**
 * Groups of the call queue in the order of what is lost by waiting: enquiries whose target is running, the soonest first; appointments
 * of today that nobody has confirmed, as long as they are to come, by time; follow-ups and repeats due today; enquiries whose target
 * was missed today, the latest first; overdue follow-ups and repeats, the latest first; appointments that passed without an outcome,
 * also earlier today, the latest first; appointments of tomorrow not yet reminded; older enquiries, the newest first. Days are the
 * dealer's.
 */
export const callGroups = [
  'targetRunning',
  'appointmentToday',
  'dueToday',
  'targetMissed',
  'overdue',
  'passedAppointment',
  'appointmentTomorrow',
  'older',
] as const;
export type CallGroup = (typeof callGroups)[number];

/** One of so many places goes to the lead that has waited longest. */
export const longestWaitingInterval = 10;

/** Days of waiting after which a lead is counted above the queue. */
export const longWaitDays = 7;

/** The most leads that are put in order; those further behind are only in their group. */
export const maxOrderedCalls = 200;

const group = z.enum(callGroups);

const counted = z.object({ total: z.int(), isCapped: z.boolean() });

// `isLongest`: has its place because it has waited longest. `opensAt`: of an enquiry whose target is running, when its center opens
// next, null while that is open.
const place = z.object({ group, isLongest: z.boolean(), opensAt: z.iso.datetime().nullable() });

/**
 * A page of the call queue. `places` are those of `leads`; `waitingLong`: due for more than {@link longWaitDays} days; `colleagues`:
 * those of all that others have. `early`: leads of a group that this page or one before shows among others, because they have waited
 * longest.
 */
export const callQueue = z.object({
  leads: z.array(lead),
  places: z.array(place),
  totalPages: z.int(),
  totalLeadsCount: z.int(),
  isTotalCapped: z.boolean(),
  groups: z.array(counted.extend({ group, early: z.int() })),
  waitingLong: counted,
  colleagues: counted,
});
/** A page of the call queue, with how many leads stand in each of its groups. */
export type CallQueue = z.infer<typeof callQueue>;

/** Names what of the queue can be listed alone: its groups, and the leads that have waited long. */
export const callQueueParts = [...callGroups, 'waitingLong'] as const;
export type CallQueuePart = (typeof callQueueParts)[number];

/** Returns a page of the call queue, in the order in which leads should be called, with the size of each group. */
export const getCallQueue = endpoint({
  method: 'GET',
  path: '/serviceCenter/callQueue',
  summary:
    'Whom to call first: what is due in the order of what is lost by waiting, every tenth place to what has waited longest; `part` lists one group, or what waits longer than a week, the longest first',
  tag: 'Leads',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object({ ...pagingParams, ...queueFilters, part: z.enum(callQueueParts).optional() }),
  reply: callQueue,
});

const callList = z.object({
  leads: z.array(z.object({ _id: id, group })),
  isCapped: z.boolean(),
});
/** The leads are in order; `isCapped`: there are more. */
export type CallList = z.infer<typeof callList>;

/** Lists the leads of the queue that the caller can work on now, their own and those of nobody, in the order of calls. */
export const getCallList = endpoint({
  method: 'GET',
  path: '/serviceCenter/callQueue/worklist',
  summary:
    'What the caller can work on now, in the order of whom to call first: theirs and nobody’s, without attempts whose time has not come',
  tag: 'Leads',
  reads: 'leads',
  who: customerCallingLevels,
  query: z.object(queueFilters),
  reply: callList,
});
