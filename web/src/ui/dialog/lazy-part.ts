import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';

/** Its code is fetched when the page is idle, or when it shows. */
export type LazyPart<Part> = { fetch: () => Promise<Part>; loaded?: Part };

/** Makes a part of a component, or several. @param load fetches their code. */
export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  const part: LazyPart<Part> = {
    async fetch() {
      part.loaded ??= await load();
      return part.loaded;
    },
  };
  whenIdle([part.fetch]);
  return part;
}

/** @returns the part once there, why it could not be fetched, and how to retry. */
export function useLazyPart<Part>(part: LazyPart<Part>) {
  const [Part, setPart] = useState(() => part.loaded);
  const [failure, setFailure] = useState<ApiError>();
  const isShown = useRef(true);
  const begin = useCallback(() => {
    setFailure(undefined);
    part.fetch().then(
      (loaded) => isShown.current && setPart(() => loaded),
      () => isShown.current && setFailure(new ApiError(0, 'offline', '')),
    );
  }, [part]);
  // Browsers do not refetch a failed module: reload the page once the server is reachable.
  const retry = async () => {
    setFailure(undefined);
    const isReached = await fetch('/health/live', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReached) location.reload();
    else setFailure(new ApiError(0, 'offline', ''));
  };
  useEffect(() => {
    isShown.current = true;
    begin();
    return () => {
      isShown.current = false;
    };
  }, [begin]);
  return { Part, failure, onRetry: () => void retry() };
}
