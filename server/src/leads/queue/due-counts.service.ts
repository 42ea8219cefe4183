import type { Context } from '#server/context.ts';
import { deleteEmptyDueCounts } from './due-counts.db.ts';

/** Drops the counters of days for which no lead is due any more. @returns false: nothing is left to do. */
export async function dropEmptyDueCounts({ db }: Context): Promise<boolean> {
  await deleteEmptyDueCounts(db);
  return false;
}
