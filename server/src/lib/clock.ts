export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function createFixedClock(at: Date): Clock {
  return { now: () => at };
}

export function createSettableClock(at: Date): Clock & { set(at: Date): void } {
  let now = at;
  return {
    now: () => now,
    set: (next) => {
      now = next;
    },
  };
}
