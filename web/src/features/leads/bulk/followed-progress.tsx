import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { followedBulks } from './followed-bulks.ts';

const BulkProgress = lazy(async () => ({ default: (await import('./bulk-progress.tsx')).BulkProgress }));

/** The user's bulk changes that are under way, on every screen. */
export function FollowedProgress() {
  const followed = useSyncExternalStore(followedBulks.subscribe, followedBulks.get);
  useEffect(() => {
    import('./bulk-progress.tsx')
      .then(({ findBulks }) => findBulks())
      // Found at the next visit.
      .catch(() => undefined);
  }, []);
  return (
    <Suspense>
      {followed.map((id) => (
        <BulkProgress key={id} id={id} />
      ))}
    </Suspense>
  );
}
