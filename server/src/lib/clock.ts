/** Where the time comes from. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that only moves when it is set. */
export function settableClock(at: Date): Clock & { set(at: Date): void } {
  let now = at;
  return {
    now: () => now,
    set: (next) => {
      now = next;
    },
  };
}
