export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Makes a clock that stands still. */
export function createFixedClock(at: Date): Clock {
  return { now: () => at };
}

/** Makes a clock that stands still until it is set. */
export function createSettableClock(at: Date): Clock & { set(at: Date): void } {
  let now = at;
  return {
    now: () => now,
    set: (next) => {
      now = next;
    },
  };
}
