import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { session } from '#web/lib/session/session.ts';
import { quietLines } from '#web/ui/feedback/quiet-lines.tsx';
import { bulkQuery, isUnderWay, useBulkText, useShownBulks } from './bulk.queries.ts';
import { followedBulks } from './followed-bulks.ts';

/** Says in a quiet line how far a bulk change is, then what came of it. */
export function BulkProgress({ id }: { id: string }) {
  const textOf = useBulkText();
  const { show } = useShownBulks();
  const latest = useRef(show);
  latest.current = show;
  const { data: bulk, error } = useQuery(bulkQuery(id));
  const isGone = error instanceof ApiError && error.status === 404;
  const text = bulk && textOf(bulk);
  useEffect(() => {
    if (isGone) followedBulks.drop(id);
    if (!bulk || !text) return;
    if (!isUnderWay(bulk)) return latest.current(bulk);
    quietLines.keep({ id: 'bulk', text, progress: { value: bulk.handled, max: bulk.leads } });
  }, [bulk, text, isGone, id]);
  useEffect(() => () => quietLines.hide('bulk'), []);
  return null;
}

/** Follows what the user started, here or elsewhere, and is still under way. */
export async function findBulks(): Promise<void> {
  const { bulks } = await call(listBulkChanges, { query: { limit: 25 } });
  const self = session.get()?._id;
  for (const bulk of bulks) if (bulk.by._id === self && isUnderWay(bulk)) followedBulks.add(bulk._id);
}
