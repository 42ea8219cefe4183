import { createStore, useStore } from '#web/lib/browser/store.ts';

// `live`: changes arrive; `reconnecting`: they do not; `offline`: the server does not answer.
type ConnectionState = 'live' | 'reconnecting' | 'offline';

type Connection = {
  state: ConnectionState;
  lastHeard: number;
};

// A stream back this soon was never lost, in milliseconds.
const patience = 4_000;

let lastHeard = Date.now();
let isStreamLost = false;
let isUnanswered = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let loss = new AbortController();
const shown = createStore<Connection>({ state: 'live', lastHeard });

function stateNow(): ConnectionState {
  if (!navigator.onLine || (isStreamLost && isUnanswered)) return 'offline';
  return isStreamLost ? 'reconnecting' : 'live';
}

function update() {
  const state = stateNow();
  if (state === shown.get().state) return;
  shown.set({ state, lastHeard });
  if (state === 'offline') {
    loss.abort();
    loss = new AbortController();
  }
}

/** Stores whether the server answers and its live stream arrives. */
export const serverConnectionStore = {
  get: shown.get,

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

  streamLost() {
    timer ??= setTimeout(() => {
      isStreamLost = true;
      update();
    }, patience);
  },

  lossSignal: (): AbortSignal => loss.signal,
};

window.addEventListener('offline', update);
window.addEventListener('online', () => {
  isUnanswered = false;
  update();
});

/** Returns whether this browser reaches the server and its live changes (`live`, `reconnecting` or `offline`), and when it was heard last. */
export function useServerConnection(): Connection {
  return useStore(shown);
}
