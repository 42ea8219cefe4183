const tolerance = 60_000;

let ahead = 0;

/** Tells the server's time, also on a device whose clock is wrong: the server judges reminders and days by its own. */
export const serverClock = {
  hear(date: string | null): void {
    const off = Date.parse(date ?? '') - Date.now();
    if (!Number.isNaN(off)) ahead = Math.abs(off) > tolerance ? off : 0;
  },
  now: (): Date => new Date(Date.now() + ahead),
};
