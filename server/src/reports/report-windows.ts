import { reportWindowDays } from '#contract/business.ts';
import type { ReportWindow } from '#contract/reports.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { ReportWindows } from './reports.db.ts';

export function getFirstDay(today: string, window: ReportWindow): string {
  return addDays(today, 1 - reportWindowDays[window]);
}

/** Returns the dealer's today, and when the windows of reports begin and end. */
export function getReportWindows({ dealer: { timeZone }, clock }: Pick<ActorContext, 'dealer' | 'clock'>): {
  today: string;
  windows: ReportWindows;
} {
  const today = dateInTimeZone(timeZone, clock.now());
  const beginOf = (day: string) => instantInTimeZone(timeZone, day, '00:00');
  const first = (window: ReportWindow) => beginOf(getFirstDay(today, window));
  const begins = {
    threeDays: first('threeDays'),
    sevenDays: first('sevenDays'),
    fifteenDays: first('fifteenDays'),
    thirtyDays: first('thirtyDays'),
  };
  return { today, windows: { begins, ends: beginOf(addDays(today, 1)) } };
}
