import { followUpSlots } from '#contract/business.ts';

/** The slot ticked last, and how many before it. */
export type LastTick = { slot: number; before: number };

/** Ticks a slot and all before it. @returns how many are ticked, and what unticking goes back to. */
export function tick(made: number, slot: number): { made: number; last: LastTick } {
  return { made: slot, last: { slot, before: made } };
}

/** @returns how many stay ticked without this slot: as many as before, if ticked last. */
export function untick(slot: number, last: LastTick | undefined): number {
  return last?.slot === slot ? last.before : slot - 1;
}

/** @returns how many stay ticked when no longer lost. @param recorded how many the lead has made. */
export function tickedUnlost(made: number, last: LastTick | undefined, recorded: number): number {
  if (made < followUpSlots) return made;
  return last?.slot === followUpSlots ? last.before : Math.min(recorded, followUpSlots - 1);
}
