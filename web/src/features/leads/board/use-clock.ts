import { useEffect, useState } from 'react';
import { clockInTimeZone } from '#contract/text/dates.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import type { DateAndTime } from './day-layout.ts';

const tickMs = 20_000;

const read = (timeZone: string) => clockInTimeZone(timeZone, serverClock.now()).slice(0, 16);

/** Returns the date and time that the dealer's clocks show. */
export function useClock(): DateAndTime {
  const { timeZone } = useDealer();
  const [shown, setShown] = useState(() => read(timeZone));
  useEffect(() => {
    const tick = () => setShown(read(timeZone));
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [timeZone]);
  const [date = '', time = ''] = shown.split('T');
  return { date, time };
}
