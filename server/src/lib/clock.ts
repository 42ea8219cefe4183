/** Tells the present time, so that tests can set it. */
export type Clock = { now(): Date };

/** The clock of the machine. */
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
