import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadAllTexts } from '#web/lib/i18n/texts.ts';
import { followedBulks } from './followed-bulks.ts';

const BulkProgress = lazy(async () => {
  const [{ BulkProgress }] = await Promise.all([import('./bulk-progress.tsx'), loadAllTexts()]);
  return { default: BulkProgress };
});

/** The user's bulk changes on every screen, one at a time until dismissed. */
export function FollowedProgress() {
  const followed = useSyncExternalStore(followedBulks.subscribe, followedBulks.get);
  useEffect(() => {
    import('./find-bulks.ts')
      .then(({ findBulks }) => findBulks())
      // Found at the next visit.
      .catch(() => undefined);
  }, []);
  const [id, ...others] = followed.split(',');
  return (
    id && (
      <Suspense>
        <BulkProgress key={id} id={id} others={others.length} />
      </Suspense>
    )
  );
}
