import type { Lead } from '#contract/leads/leads.ts';

/** Whether anybody can change it: not once it is erased, or merged into another one. */
export function isChangeable({ isErased, mergedInto }: Lead): boolean {
  return !isErased && mergedInto === null;
}
