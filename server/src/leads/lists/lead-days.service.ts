import type { Context } from '#server/context.ts';
import {
  countNextLeadDays,
  forgetLeadDays,
  openLeadCount,
  pauseLeadWrites,
  seeLeadsNow,
} from './lead-days.db.ts';

/** Small enough that a statement ends long before its time limit. */
const batch = 5_000;
const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts every lead by its days in another time zone, beside the counters in use, while people go on writing. Writers
 * are paused for a moment: from then on each write is counted in both time zones, and what was there before is counted
 * from a snapshot of that moment. The counters of the other time zone are whole when this returns, and stay so.
 *
 * @param context.db the pool: this works in transactions of its own; the caller sees to it that one runs at a time.
 * @param announce from its commit on, triggers count writes in the other time zone too.
 */
export async function countLeadDays(
  { db }: Context,
  { from, to }: { from: string; to: string },
  announce: (context: Pick<Context, 'db'>) => Promise<void>,
): Promise<void> {
  await forgetLeadDays(db, { except: from });
  const count = await openLeadCount(db);
  try {
    await db.transaction().execute(async (tx) => {
      await pauseLeadWrites(tx);
      // A write that was under way during the last change of the time zone may have counted there since.
      await forgetLeadDays(tx, { of: to });
      await announce({ db: tx });
      await seeLeadsNow(count);
    });
    let last: string | null = nilId;
    while (last) last = await countNextLeadDays(count, to, last, batch);
    await count.commit().execute();
  } catch (error) {
    if (!count.isCommitted) await count.rollback().execute();
    throw error;
  }
}
