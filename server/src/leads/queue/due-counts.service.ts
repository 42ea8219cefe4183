import type { Context } from '#server/context.ts';
import { deleteEmptyDueCounts } from './due-counts.db.ts';

/** Drops counters of days on which no lead is due. @returns false: nothing is left to do. */
export async function dropEmptyDueCounts({ db }: Context): Promise<boolean> {
  await deleteEmptyDueCounts(db);
  return false;
}
