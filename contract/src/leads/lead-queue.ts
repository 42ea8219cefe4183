import { z } from 'zod';
import { id } from '#contract/text/text.ts';
import { queueGroups } from './queue-groups.ts';

/** The most leads that are handed out at once to be worked through. */
export const worklistLimit = 200;

/** Filters of the queue. `serviceID`: an offering; `advisor`: `mine` or `nobody`. */
export const queueFilters = {
  serviceCenter: id.optional(),
  serviceID: id.optional(),
  advisor: z.enum(['mine', 'nobody']).optional(),
};

/** The ids of the leads to work through, in order, each with its group; `isCapped`: there are more. */
export const worklist = z.object({
  leads: z.array(z.object({ _id: id, group: z.enum(queueGroups) })),
  isCapped: z.boolean(),
});
export type Worklist = z.infer<typeof worklist>;
