import { useCallback, useEffect, useRef, useState } from 'react';
import { isNewVersionDeployed } from '#web/lib/api/missing-part.ts';
import type { LazyModule } from '#web/lib/browser/lazy-module.ts';
import { useServerConnection } from '#web/lib/live/connection.ts';

/** The reason why code could not be fetched. `isOutdated`: a newer version is deployed; `canReload`: reloading the page helps. */
export type CodeLoss = { isOutdated: boolean; canReload: boolean };

/** @returns the module once there, what is known of its loss if it could not be fetched, and how to retry. */
export function useLazyModule<Module>(module: LazyModule<Module>) {
  const [loaded, setLoaded] = useState(() => module.loaded);
  const [loss, setLoss] = useState<CodeLoss>();
  const isShown = useRef(true);
  const failures = useRef(0);
  const begin = useCallback(async () => {
    setLoss(undefined);
    const fetched = await module.fetch().catch(() => undefined);
    if (!isShown.current) return;
    if (fetched) return setLoaded(() => fetched);
    failures.current += 1;
    setLoss({ isOutdated: false, canReload: false });
    const isOutdated = await isNewVersionDeployed().catch(() => undefined);
    if (!isShown.current || isOutdated === undefined) return;
    // A file that this one needs may be lost as well, which no retry brings back.
    setLoss({ isOutdated, canReload: isOutdated || failures.current > 1 });
  }, [module]);
  useEffect(() => {
    isShown.current = true;
    if (!module.loaded) void begin();
    return () => {
      isShown.current = false;
    };
  }, [module, begin]);
  const isLive = useServerConnection().state === 'live';
  const wasLive = useRef(isLive);
  useEffect(() => {
    const isBack = isLive && !wasLive.current;
    wasLive.current = isLive;
    if (isBack && loss) void begin();
  }, [isLive, loss, begin]);
  return { loaded: loaded ?? module.loaded, loss, retry: () => void begin() };
}
