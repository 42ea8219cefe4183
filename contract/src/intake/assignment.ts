import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { serviceCenterName } from '#contract/people.ts';
import { id } from '#contract/text/text.ts';

const keepers = ['superAdmin'] as const;

/**
 * Rules of who gets an enquiry that comes in by itself: whoever takes it first; its center's service staff in turn, those at work
 * first; or the advisor whom the customer had last, else in turn. Never somebody who may not have it.
 */
export const assignmentRules = ['nobody', 'inTurn', 'lastAdvisor'] as const;

export type AssignmentRule = (typeof assignmentRules)[number];

const assignment = z.enum(assignmentRules);

const assignmentList = z.object({
  centers: z.array(z.object({ serviceCenter: serviceCenterName, assignment })),
});

/** Lists, for each active service center, who gets an enquiry that comes in by itself. */
export const listAssignmentRules = endpoint({
  method: 'GET',
  path: '/management/intake/assignment',
  summary: 'Who gets what comes in by itself, by active service center',
  tag: 'Incoming enquiries',
  reads: 'connections',
  who: keepers,
  reply: assignmentList,
});

/** Sets who gets an enquiry that comes in by itself, for the centers that are named. */
export const editAssignmentRules = endpoint({
  method: 'PATCH',
  path: '/management/intake/assignment',
  summary: 'Say who gets what comes in by itself; centers that are not named stay as they are',
  tag: 'Incoming enquiries',
  changes: ['connections'],
  who: keepers,
  body: z.strictObject({
    centers: z
      .array(z.strictObject({ serviceCenter: id, assignment }))
      .min(1)
      .max(500),
  }),
  reply: assignmentList,
});
