/** The custom media of all stylesheets, such as `@media (--phone)`; the build puts these conditions in their places. */
export const customMedia = {
  /** Below 768 px. */
  '--phone': '(max-width: 47.99em)',
  '--above-phone': '(min-width: 48em)',
  /** A window zoomed to 400 %. */
  '--low': '(max-height: 25em)',
} as const;
