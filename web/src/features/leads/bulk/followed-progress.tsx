import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '#web/lib/browser/store.ts';
import { followedBulks } from './followed-bulks.ts';

const BulkProgress = lazy(async () => ({ default: (await import('./bulk-progress.tsx')).BulkProgress }));

/** The user's bulk changes that are under way, on every screen. */
export function FollowedProgress() {
  const followed = useStore(followedBulks);
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
