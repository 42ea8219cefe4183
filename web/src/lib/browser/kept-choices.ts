import { keptPrefix, session } from '#web/lib/session/session.ts';

const listeners = new Set<() => void>();

/** What a person chose on a screen, kept by this browser beyond a logout. Never anything about a customer. */
export function keptChoice(screen: string) {
  const name = () => `${keptPrefix}${session.get()?._id}:${screen}`;
  const text = () => localStorage.getItem(name());
  return {
    /** Changes whenever the choice does. */
    text,
    read(): unknown {
      try {
        return JSON.parse(text() ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(choice: object) {
      localStorage.setItem(name(), JSON.stringify(choice));
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
