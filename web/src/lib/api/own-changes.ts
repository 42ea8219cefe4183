// How long a change by this tab may take to show, in milliseconds.
const ownChangeWindow = 30_000;

// What shows this soon after the tab's own change counts as caused by it, in milliseconds.
const atOnce = 3_000;

let count = 0;
let last = 0;

/**
 * Counts the changes that this tab makes. `isAfter(known)`, with the `count()` before, tells whether what
 * shows now may come of one of them: for 30 seconds after a change that came later, for 3 seconds after any.
 */
export const ownChanges = {
  note() {
    count += 1;
    last = Date.now();
  },

  count: (): number => count,

  isAfter: (known: number): boolean => Date.now() - last < (count > known ? ownChangeWindow : atOnce),
};
