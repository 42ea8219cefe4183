import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadAllTexts } from '#web/lib/i18n/texts.ts';
import { followedBulk } from './followed-bulk.ts';

const BulkProgress = lazy(async () => {
  const [{ BulkProgress }] = await Promise.all([import('./bulk-progress.tsx'), loadAllTexts()]);
  return { default: BulkProgress };
});

/** The progress of the bulk change that was started last, on every screen, until it is dismissed. */
export function FollowedProgress() {
  const id = useSyncExternalStore(followedBulk.subscribe, followedBulk.get);
  return (
    id && (
      <Suspense>
        <BulkProgress key={id} id={id} />
      </Suspense>
    )
  );
}
