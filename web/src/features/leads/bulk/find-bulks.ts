import { listBulks } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { isUnderWay } from './bulk.queries.ts';
import { followedBulks } from './followed-bulks.ts';

/** Follows what the user started elsewhere and is under way or can be undone. */
export async function findBulks(): Promise<void> {
  const bulks = await call(listBulks, {});
  followedBulks.add(bulks.filter((bulk) => isUnderWay(bulk) || bulk.undoUntil).map(({ _id }) => _id));
}
