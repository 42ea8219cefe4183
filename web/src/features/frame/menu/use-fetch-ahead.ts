import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Level } from '#contract/levels.ts';
import { runWhenIdle } from '#web/lib/browser/when-idle.ts';
import { preloadPhoneRules } from '#web/lib/format/whatsapp.ts';
import { screens } from './screens.ts';

/** Fetches a level's screens while the page is idle, so that they open at once on a poor connection. */
export function usePrefetchScreens(level: Level | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (!level) return;
    const open = screens.filter(({ levels }) => levels.includes(level));
    return runWhenIdle([
      preloadPhoneRules,
      ...open.map(
        ({ path }) =>
          () =>
            router.loadRouteChunk(router.routesByPath[path]),
      ),
    ]);
  }, [router, level]);
}
