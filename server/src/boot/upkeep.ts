import { z } from 'zod';
import { forgetUnproven } from '#server/auth/registration/waiting-registrations.service.ts';
import { forgetOldSessions } from '#server/auth/sessions/sessions.service.ts';
import type { Context } from '#server/context.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';

const every = 10 * 60_000;
const name = 'upkeep';

/** What deletes a part of what is over, and says whether there is more. */
const chores: readonly ((context: Context) => Promise<boolean>)[] = [forgetUnproven, forgetOldSessions];

/** Deletes what is over, every ten minutes. */
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

/** Sees to it that there is one job of upkeep, which runs for good. */
export function queueUpkeep(context: Context): Promise<void> {
  return queueJob(context, name, {}, { key: name });
}
