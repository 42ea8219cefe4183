import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { session } from '#web/lib/session/session.ts';
import { statusBar } from '#web/ui/feedback/status-bar.tsx';
import { bulkChangeQuery, isBulkChangeRunning } from './bulk.queries.ts';
import { followedBulkChanges } from './followed-bulks.ts';
import { useDescribeBulkChange, useFollowBulkChange } from './use-bulk-changes.ts';

/** Says in a quiet line how far a bulk change is, then what came of it. */
export function BulkChangeProgress({ id }: { id: string }) {
  const textOf = useDescribeBulkChange();
  const { show } = useFollowBulkChange();
  const onEnded = useEffectEvent(show);
  const { data: bulk, error } = useQuery(bulkChangeQuery(id));
  const isGone = error instanceof ApiError && error.status === 404;
  const text = bulk && textOf(bulk);
  useEffect(() => {
    if (isGone) followedBulkChanges.drop(id);
    if (!bulk || !text) return;
    if (!isBulkChangeRunning(bulk)) return onEnded(bulk);
    statusBar.showUntilHidden({ id: 'bulk', text, progress: { value: bulk.handled, max: bulk.leads } });
  }, [bulk, text, isGone, id]);
  useEffect(() => () => statusBar.hide('bulk'), []);
  return null;
}

/** Follows the changes that the user started, here or elsewhere, and that are still under way. */
export async function followRunningBulkChanges(): Promise<void> {
  const { bulks } = await call(listBulkChanges, { query: { limit: 25 } });
  const self = session.get()?._id;
  for (const bulk of bulks)
    if (bulk.by._id === self && isBulkChangeRunning(bulk)) followedBulkChanges.add(bulk._id);
}
