import { useSyncExternalStore } from 'react';

type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

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

/** Makes a value that lives outside React, with `get`, `set` and `subscribe`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const write = (next: Value) => {
    value = next;
  };
  return storeOf(() => value, write);
}

/** Makes a store of a text in local storage, under the name that `name` returns at that time; null for none. */
export function localStorageValue(name: () => string): Store<string | null> {
  return storeOf(
    () => localStorage.getItem(name()),
    (next) => (next === null ? localStorage.removeItem(name()) : localStorage.setItem(name(), next)),
  );
}

/** Returns a store's value, and draws the caller again when it changes. */
export function useStore<Value>({ get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(subscribe, get);
}
