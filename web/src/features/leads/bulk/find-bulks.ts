import { listBulks } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { session } from '#web/lib/session/session.ts';
import { isUnderWay } from './bulk.queries.ts';
import { followedBulks } from './followed-bulks.ts';

/** Follows what the user started, here or elsewhere, and is still under way. */
export async function findBulks(): Promise<void> {
  const { bulks } = await call(listBulks, { query: { limit: 25 } });
  const self = session.get()?._id;
  for (const bulk of bulks) if (bulk.by._id === self && isUnderWay(bulk)) followedBulks.add(bulk._id);
}
