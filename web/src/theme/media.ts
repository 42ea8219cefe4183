/** The custom media of all stylesheets, such as `@media (--phone)`; the build puts these conditions in their places. */
export const customMedia = {
  /** Below 768 px. */
  '--phone': '(max-width: 47.99em)',
  '--above-phone': '(min-width: 48em)',
  /** Below 992 px: one panel below the other. */
  '--below-two-panels': '(max-width: 61.99em)',
  /** Below 1152 px: what opens beside a list covers it. */
  '--covered': '(max-width: 71.99em)',
  '--beside': '(min-width: 72em)',
  /** Up to 1408 and 1680 px: a list beside a panel has fewer columns. */
  '--beside-fewest': '(min-width: 72em) and (max-width: 88em)',
  '--beside-fewer': '(min-width: 72em) and (max-width: 105em)',
  /** Below 1248 px: one column beside the menu. */
  '--one-column': '(max-width: 77.99em)',
  /** From 1440 px: the widest report fits. */
  '--roomy': '(min-width: 90em)',
  '--below-roomy': '(max-width: 89.99em)',
  /** Up to 800 px high: a lead beside its list stands closer together. */
  '--short': '(min-width: 48em) and (max-height: 50em)',
  /** A window zoomed to 400 %. */
  '--low': '(max-height: 25em)',
} as const;
