import { useSyncExternalStore } from 'react';

/** `live`: changes arrive by themselves; `reconnecting`: they do not; `offline`: the server does not answer at all. */
type ConnectionState = 'live' | 'reconnecting' | 'offline';

type Connection = {
  state: ConnectionState;
  /** When the server last answered, in milliseconds since the epoch. */
  lastHeard: number;
};

/** A stream that is back sooner counts as never lost. */
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

/** The state of the connection: fed by every call and by the live stream, shown in the header. */
export const connection = {
  get: (): Connection => shown,

  /** Calls back when the state changes. @returns how to stop. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** The server answered a call. */
  answered() {
    lastHeard = Date.now();
    isUnanswered = false;
    update();
  },

  /** A call got no answer. */
  unanswered() {
    isUnanswered = true;
    update();
  },

  /** The live stream was heard. */
  streamHeard() {
    lastHeard = Date.now();
    clearTimeout(timer);
    timer = undefined;
    isStreamLost = false;
    isUnanswered = false;
    update();
  },

  /** The live stream broke off; it counts as lost when it is not back soon. */
  streamLost() {
    timer ??= setTimeout(() => {
      isStreamLost = true;
      update();
    }, patience);
  },

  /** @returns a signal that aborts once the connection is lost. */
  lossSignal: (): AbortSignal => loss.signal,
};

window.addEventListener('offline', update);
window.addEventListener('online', () => {
  isUnanswered = false;
  update();
});

/** @returns the state of the connection, kept up to date. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
