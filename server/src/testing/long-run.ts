/** `npm test -- --all` runs everything that there is; `npm test` leaves out what costs minutes and shows little more. */
export const isLongRun = Boolean(process.env.PITLANE_LONG);
