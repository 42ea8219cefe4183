/** How long a change by this tab may take to show, in milliseconds. */
const span = 30_000;

/** What shows within this time of the tab's own change is taken to be caused by it. */
const atOnce = 3_000;

let count = 0;
let last = 0;

/** Changes made by this tab, whose effects surprise nobody. */
export const ownChanges = {
  /** A change was answered. */
  note() {
    count += 1;
    last = Date.now();
  },

  /** @returns how many there were. */
  count: (): number => count,

  /** @returns whether there was one after the first `known` ones and not long ago, or one just now. */
  isAfter: (known: number): boolean => Date.now() - last < (count > known ? span : atOnce),
};
