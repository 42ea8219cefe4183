import type { Expected } from './expected.ts';
import type { Sight } from './sight.ts';
import type { Walk } from './walk.ts';

export type Step = {
  can: (seen: Sight, walk: Walk) => boolean;
  take: (walk: Walk, seen: Sight, pick: number) => Promise<Expected>;
};

/** @returns one of several, by a number. @throws when there is none. */
export function pickOf<Value>(values: readonly Value[], pick: number): Value {
  const value = values[pick % values.length];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

/** Returns where the lead in front stands, or the dialog before it. */
export function placeOn(walk: Walk, seen: Sight) {
  const { page, panel } = walk.tab;
  if (seen.dialog) return page.getByRole('dialog', { name: seen.dialog });
  return seen.isPanel ? panel : page.getByRole('main');
}

/** A list's next lead opens once the one in front has left it. */
export function mayLeave({ front, isPanel }: Sight): Expected {
  return isPanel ? { mayLeave: front } : { front };
}
