import { useEffect } from 'react';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useStore } from '#web/lib/browser/store.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { followedBulkChanges } from './followed-bulks.ts';

const progress = lazyModule(() => import('./bulk-progress.tsx'));
const BulkProgress = lazyPart(progress.fetch, 'BulkChangeProgress', { failed: () => null });

/** Shows the user's bulk changes that are under way, on every screen. */
export function FollowedBulkChanges() {
  const followed = useStore(followedBulkChanges);
  useEffect(() => {
    progress
      .fetch()
      .then(({ followRunningBulkChanges: findBulks }) => findBulks())
      // Found at the next visit.
      .catch(() => undefined);
  }, []);
  return followed.map((id) => <BulkProgress key={id} id={id} />);
}
