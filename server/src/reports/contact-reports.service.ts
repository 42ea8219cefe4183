import type { Readable } from 'node:stream';
import { reportWindows } from '#contract/business.ts';
import {
  type ContactPeriod,
  type ContactReport,
  contactReportColumns,
  type ReportWindow,
  reportWindowNames,
  shareReached,
} from '#contract/reports.ts';
import { addDays, dateIn, instantIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { csvOf } from '#server/lib/csv/csv.ts';
import { type ContactSums, findRecorders, sumContacts } from './reports.db.ts';

/** Each begins before the next; all last until today. */
const longestFirst = reportWindowNames.toReversed();

/** By name; zeros for whoever tried none. */
export async function reportContacts({ db, dealer, clock }: ActorContext): Promise<ContactReport[]> {
  const today = dateIn(dealer.timeZone, clock.now());
  const begins = longestFirst.map((window) => instantIn(dealer.timeZone, firstDay(today, window), '00:00'));
  const [people, sums] = await Promise.all([findRecorders(db), sumContacts(db, begins)]);
  const known = Map.groupBy(sums, ({ id }) => id);
  return people.map(({ _id, name }) => {
    const own = known.get(_id) ?? [];
    const period = (window: ReportWindow) => periodOf(own, window, today);
    return {
      ...{ employeeId: _id, employeeName: name },
      threeDays: period('threeDays'),
      sevenDays: period('sevenDays'),
      fifteenDays: period('fifteenDays'),
      thirtyDays: period('thirtyDays'),
    };
  });
}

/** As CSV, shares in percent. */
export async function contactReportsCsv(context: ActorContext): Promise<Readable> {
  const rows = await reportContacts(context);
  return csvOf(
    contactReportColumns,
    rows.map((row) => [row.employeeName, ...reportWindowNames.flatMap((window) => cellsOf(row[window]))]),
  );
}

function periodOf(sums: readonly ContactSums[], window: ReportWindow, today: string): ContactPeriod {
  const within = sums.filter(({ span }) => span > longestFirst.indexOf(window));
  const total = (figure: 'tries' | 'reached' | 'bookings') =>
    within.reduce((all, sum) => all + sum[figure], 0);
  return {
    from: firstDay(today, window),
    to: today,
    tries: total('tries'),
    reached: total('reached'),
    bookings: total('bookings'),
  };
}

function cellsOf(period: ContactPeriod): (string | number)[] {
  const share = shareReached(period);
  return [
    period.tries,
    period.reached,
    share === undefined ? '' : `${Math.round(share * 100)}%`,
    period.bookings,
  ];
}

function firstDay(today: string, window: ReportWindow): string {
  return addDays(today, 1 - reportWindows[window]);
}
