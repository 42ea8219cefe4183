import { useSyncExternalStore } from 'react';

/** `live`: changes arrive by themselves; `reconnecting`: they do not; `offline`: the server does not answer at all. */
type ConnectionState = 'live' | 'reconnecting' | 'offline';

type Connection = {
  state: ConnectionState;
  /** When the server last answered, in milliseconds since the epoch. */
  lastHeard: number;
};

/** A stream back within this time, in milliseconds, counts as never lost. */
const patience = 4_000;

const listeners = new Set<() => void>();
let lastHeard = Date.now();
let isStreamLost = false;
let isUnanswered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let loss = new AbortController();
let shown: Connection = { state: 'live', lastHeard };

function stateNow(): ConnectionState {
  if (!navigator.onLine || (isStreamLost && isUnanswered)) return 'offline';
  return isStreamLost ? 'reconnecting' : 'live';
}

function update() {
  const state = stateNow();
  if (state === shown.state) return;
  shown = { state, lastHeard };
  if (state === 'offline') {
    loss.abort();
    loss = new AbortController();
  }
  for (const listener of listeners) listener();
}

/** Fed by every call and by the live stream, shown in the header. */
export const connection = {
  get: (): Connection => shown,

  /** @returns how to stop. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  answered() {
    lastHeard = Date.now();
    isUnanswered = false;
    update();
  },

  unanswered() {
    isUnanswered = true;
    update();
  },

  streamHeard() {
    lastHeard = Date.now();
    clearTimeout(timer);
    timer = undefined;
    isStreamLost = false;
    isUnanswered = false;
    update();
  },

  /** It counts as lost when it is not back soon. */
  streamLost() {
    timer ??= setTimeout(() => {
      isStreamLost = true;
      update();
    }, patience);
  },

  /** Aborts once the connection is lost. */
  lossSignal: (): AbortSignal => loss.signal,
};

window.addEventListener('offline', update);
window.addEventListener('online', () => {
  isUnanswered = false;
  update();
});

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
