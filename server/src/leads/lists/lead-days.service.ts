import type { Context } from '#server/context.ts';
import {
  countNextLeadDays,
  deleteLeadDays,
  fixSnapshot,
  openLeadCount,
  pauseLeadWrites,
} from './lead-days.db.ts';

const batch = 5_000;
const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts every lead by days of another time zone, beside the counters in use. Writers pause briefly; then each write counts in both,
 * and earlier leads are counted from a snapshot of that moment. Everything is counted when it returns.
 *
 * @param context.db the pool; only one run at a time.
 * @param announce stores `to`, in the transaction that it is given: from its commit on, triggers count in `to` too.
 */
export async function countLeadDays(
  { db }: Context,
  { from, to }: { from: string; to: string },
  announce: (context: Pick<Context, 'db'>) => Promise<void>,
): Promise<void> {
  await deleteLeadDays(db, { except: from });
  const count = await openLeadCount(db);
  try {
    await db.transaction().execute(async (tx) => {
      await pauseLeadWrites(tx);
      // A write under way during the last change may have counted there since.
      await deleteLeadDays(tx, { of: to });
      await announce({ db: tx });
      await fixSnapshot(count);
    });
    let last: string | null = nilId;
    while (last) last = await countNextLeadDays(count, to, last, batch);
    await count.commit().execute();
  } catch (error) {
    if (!count.isCommitted) await count.rollback().execute();
    throw error;
  }
}
