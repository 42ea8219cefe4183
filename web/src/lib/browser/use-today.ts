import { useCallback, useSyncExternalStore } from 'react';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';

const longestWait = 15 * 60_000;

/**
 * Calls back when a day may have begun in a time zone (IANA name): at midnight, and when the page shows again.
 * @returns how to stop.
 */
export function watchMidnight(timeZone: string, callBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const now = serverClock.now();
    const tomorrow = addDays(dateInTimeZone(timeZone, now), 1);
    const left = instantInTimeZone(timeZone, tomorrow, '00:00').getTime() - now.getTime();
    // Where clocks skip midnight, look until the day has come.
    timer = setTimeout(again, left > 0 ? Math.min(left + 50, longestWait) : 60_000);
  };
  const again = () => {
    callBack();
    clearTimeout(timer);
    wait();
  };
  wait();
  globalThis.addEventListener?.('focus', again);
  return () => {
    clearTimeout(timer);
    globalThis.removeEventListener?.('focus', again);
  };
}

/** Returns the date in a time zone (IANA name), which changes at its midnight. */
export function useTodayIn(timeZone: string): string {
  const subscribe = useCallback((callBack: () => void) => watchMidnight(timeZone, callBack), [timeZone]);
  return useSyncExternalStore(subscribe, () => dateInTimeZone(timeZone, serverClock.now()));
}
