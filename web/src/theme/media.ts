/** The custom media of all stylesheets, such as `@media (--phone)`; the build puts these conditions in their places. */
export const customMedia = {
  '--phone': '(max-width: 47.99em)',
  '--above-phone': '(min-width: 48em)',
  '--below-two-panels': '(max-width: 61.99em)',
  '--covered': '(max-width: 71.99em)',
  '--beside': '(min-width: 72em)',
  '--beside-fewest': '(min-width: 72em) and (max-width: 88em)',
  '--beside-fewer': '(min-width: 72em) and (max-width: 105em)',
  '--one-column': '(max-width: 77.99em)',
  '--roomy': '(min-width: 90em)',
  '--below-roomy': '(max-width: 89.99em)',
  '--short': '(min-width: 48em) and (max-height: 50em)',
  '--low': '(max-height: 25em)',
} as const;
