export const isLongRun = Boolean(process.env.PITLANE_LONG);
