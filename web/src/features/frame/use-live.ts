import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenLive } from '#web/lib/live.ts';
import { liveRefresh } from '#web/lib/live-refresh.ts';

const patience = 4_000;

/**
 * Keeps every list, count and card on screen live for as long as the component stands.
 *
 * @returns false once live changes have been missing for a few seconds.
 */
export function useLive(token: string | undefined): boolean {
  const client = useQueryClient();
  const [isLive, setLive] = useState(true);

  useEffect(() => {
    if (!token) return;
    const refresh = liveRefresh(client);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenLive(token, {
      onEvent: (event) => refresh.hear(event),
      onOpen: (mayHaveMissed) => {
        clearTimeout(timer);
        timer = undefined;
        setLive(true);
        if (mayHaveMissed) refresh.everything();
      },
      onLost: () => {
        timer ??= setTimeout(() => setLive(false), patience);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, token]);

  return isLive;
}
