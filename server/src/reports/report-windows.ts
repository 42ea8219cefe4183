import { reportWindowDays } from '#contract/business.ts';
import type { ReportWindow } from '#contract/reports.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { ReportWindows } from './reports.db.ts';

type Asker = Pick<ActorContext, 'dealer' | 'clock'>;

/** Returns the first day of a window of reports that has `today` as its last one. */
export function getFirstDay(today: string, window: ReportWindow): string {
  return addDays(today, 1 - reportWindowDays[window]);
}

/** Returns the dealer's today and a key for shared reads, which is equal for all whose windows of reports are the same. */
export function getReportDay({ dealer: { timeZone }, clock }: Asker): { today: string; key: string } {
  const today = dateInTimeZone(timeZone, clock.now());
  return { today, key: `${timeZone} ${today}` };
}

/** Returns when the windows of reports begin and end that have `today` as their last day. */
export function getReportWindows({ dealer: { timeZone } }: Asker, today: string): ReportWindows {
  const beginOf = (day: string) => instantInTimeZone(timeZone, day, '00:00');
  const first = (window: ReportWindow) => beginOf(getFirstDay(today, window));
  const begins = {
    threeDays: first('threeDays'),
    sevenDays: first('sevenDays'),
    fifteenDays: first('fifteenDays'),
    thirtyDays: first('thirtyDays'),
  };
  return { begins, ends: beginOf(addDays(today, 1)) };
}
