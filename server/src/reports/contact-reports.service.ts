import type { Readable } from 'node:stream';
import { contactReportColumns } from '#contract/report-columns.ts';
import {
  type ContactPeriod,
  type ContactReport,
  computeReachedShare,
  type ListedFigure,
  type ReportWindow,
  reportWindowNames,
} from '#contract/reports.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { countOpenLeadsByAdvisor } from '#server/leads/record/advisors.service.ts';
import { createCsv } from '#server/lib/csv/csv.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { getFirstDay, getReportDay, getReportWindows } from './report-windows.ts';
import {
  type ContactFigure,
  type ContactSums,
  findRecorders,
  type ReportWindows,
  sumContacts,
  sumWorkByEmployee,
} from './reports.db.ts';

const longestFirst = reportWindowNames.toReversed();

const shared = createSharedReads<Db, ContactReport[]>();

/**
 * Reads how often each employee tried to reach customers, and what came of their work, in the windows of reports. It is read once for
 * many who ask at once.
 */
export function reportContacts(context: ActorContext): Promise<ContactReport[]> {
  const { db } = context;
  const { today, key } = getReportDay(context);
  return shared(db, key, () => sumContactReports(db, today, getReportWindows(context, today)));
}

async function sumContactReports(db: Db, today: string, windows: ReportWindows): Promise<ContactReport[]> {
  const [people, sums, work, open] = await Promise.all([
    findRecorders(db),
    sumContacts(
      db,
      longestFirst.map((window) => windows.begins[window]),
    ),
    sumWorkByEmployee(db, windows),
    countOpenLeadsByAdvisor(db),
  ]);
  const known = Map.groupBy(sums, ({ id }) => id);
  const worked = new Map(work.map((sum) => [`${sum.id} ${sum.figure}`, sum]));
  return people.map(({ _id, name }) => {
    const own = known.get(_id) ?? [];
    const leads = (figure: ListedFigure, window: ReportWindow) =>
      worked.get(`${_id} ${figure}`)?.[window] ?? 0;
    const period = (window: ReportWindow): ContactPeriod => ({
      ...contactsOf(own, window, today),
      inTarget: leads('inTarget', window),
      booked: leads('booked', window),
      completed: leads('completed', window),
      lost: leads('lost', window),
      recorded: leads('recorded', window),
    });
    return {
      ...{ employeeId: _id, employeeName: name, open: open.get(_id) ?? 0 },
      threeDays: period('threeDays'),
      sevenDays: period('sevenDays'),
      fifteenDays: period('fifteenDays'),
      thirtyDays: period('thirtyDays'),
    };
  });
}

/** Makes a CSV file of {@link reportContacts}, shares in percent. */
export async function createContactReportsCsv(context: ActorContext): Promise<Readable> {
  const rows = await reportContacts(context);
  return createCsv(
    contactReportColumns,
    rows.map((row) => [
      row.employeeName,
      ...reportWindowNames.flatMap((window) => cellsOf(row[window])),
      row.open,
      ...reportWindowNames.flatMap((window) => workCellsOf(row[window])),
    ]),
  );
}

function contactsOf(
  sums: readonly ContactSums[],
  window: ReportWindow,
  today: string,
): Pick<ContactPeriod, ContactFigure | 'from' | 'to'> {
  const within = sums.filter(({ span }) => span > longestFirst.indexOf(window));
  const total = (figure: ContactFigure) => within.reduce((all, sum) => all + sum[figure], 0);
  return {
    from: getFirstDay(today, window),
    to: today,
    tries: total('tries'),
    reached: total('reached'),
    bookings: total('bookings'),
    kept: total('kept'),
    missed: total('missed'),
  };
}

function cellsOf(period: ContactPeriod): (string | number)[] {
  const share = computeReachedShare(period);
  return [
    period.tries,
    period.reached,
    share === undefined ? '' : `${Math.round(share * 100)}%`,
    period.bookings,
  ];
}

function workCellsOf({ inTarget, kept, missed, booked, completed, lost, recorded }: ContactPeriod): number[] {
  return [inTarget, kept, missed, booked, completed, lost, recorded];
}
