import { z } from 'zod';
import { forgetUnproven } from '#server/auth/registration/waiting-registrations.service.ts';
import { forgetMissingSecondSteps } from '#server/auth/second-factor/login-steps.service.ts';
import { forgetOldSessions } from '#server/auth/sessions/sessions.service.ts';
import { forgetOldBulks } from '#server/bulk/bulk.service.ts';
import type { Context } from '#server/context.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';
import { dropEmptyDueCounts } from '#server/leads/queue/due-counts.service.ts';
import { deleteOldAudit, eraseOldLeads } from '#server/privacy/retention.service.ts';

const every = 10 * 60_000;
const name = 'upkeep';

/** Each deletes a part of what has expired and says whether there is more. */
const chores: readonly ((context: Context) => Promise<boolean>)[] = [
  forgetUnproven,
  forgetOldSessions,
  forgetMissingSecondSteps,
  forgetOldBulks,
  dropEmptyDueCounts,
  eraseOldLeads,
  deleteOldAudit,
];

export function upkeepJob(context: Context): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({}),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, _payload, stopping) => {
      for (const chore of chores) while (!stopping.aborted && (await chore(context)));
      return new Date(context.clock.now().getTime() + every);
    },
  });
}

export function queueUpkeep(context: Context): Promise<void> {
  return queueJob(context, name, {}, { key: name });
}
