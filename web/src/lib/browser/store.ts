import { useSyncExternalStore } from 'react';

/** A value that components draw and that others may set at any time. */
type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** @returns how to stop. */
  subscribe: (listener: () => void) => () => void;
};

/** Makes a store whose value `read` and `write` keep elsewhere. `read` answers the same until it changes. */
function storeOf<Value>(read: () => Value, write: (next: Value) => void): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    get: read,
    set(next) {
      write(next);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store of this tab. */
export function openStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const write = (next: Value) => {
    value = next;
  };
  return storeOf(() => value, write);
}

/** A store of this browser's local storage; null for nothing. */
export function keptText(name: () => string): Store<string | null> {
  return storeOf(
    () => localStorage.getItem(name()),
    (next) => (next === null ? localStorage.removeItem(name()) : localStorage.setItem(name(), next)),
  );
}

/** Draws anew when it changes. */
export function useStore<Value>({ get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(subscribe, get);
}
