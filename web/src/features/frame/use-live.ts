import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { accountQuery } from '#web/features/frame/account/account.queries.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { serverConnectionStore } from '#web/lib/live/connection.ts';
import { listenToLiveEvents } from '#web/lib/live/live.ts';
import { createLiveRefresh } from '#web/lib/live/live-refresh.ts';
import { presenceStore } from '#web/lib/live/presence.ts';
import { readPresence } from '#web/lib/live/read-presence.ts';
import { session } from '#web/lib/session/session.ts';

/** Keeps the screen live while mounted, past midnight and lost connections. */
export function useLiveUpdates(token: string | undefined): void {
  const client = useQueryClient();
  const refresh = useMemo(() => createLiveRefresh(client, session.get), [client]);
  const today = useToday();
  const known = useRef(today);

  useEffect(() => {
    if (!token) return;
    const stop = listenToLiveEvents(token, {
      onEvent: (event) => {
        if (event.name === 'presence') presenceStore.hear(event.data);
        else refresh.hear(event);
      },
      onHeard: serverConnectionStore.streamHeard,
      onOpen: (isFirst) => {
        serverConnectionStore.streamHeard();
        void readPresence();
        refresh.failed();
        if (isFirst) refresh.catchUp();
        else refresh.everything();
      },
      onLost: serverConnectionStore.streamLost,
      onRefused: () => void client.refetchQueries({ ...accountQuery, exact: true }),
      onEnded: () => token === session.get()?.token && session.end('expired'),
    });
    const onOnline = () => refresh.failed();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      refresh.stop();
      stop();
    };
  }, [client, refresh, token]);

  // Lists by day change at the dealer's midnight.
  useEffect(() => {
    if (known.current !== today) refresh.everything();
    known.current = today;
  }, [refresh, today]);
}
