import type { Readable } from 'node:stream';
import { employeeReportColumns, serviceCenterReportColumns } from '#contract/report-columns.ts';
import {
  type EmployeeReport,
  type ReportPeriods,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
  type ServiceCenterReport,
} from '#contract/reports.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { createCsv } from '#server/lib/csv/csv.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { getFirstDay, getReportDay, getReportWindows } from './report-windows.ts';
import {
  findRecorders,
  findReportCenters,
  type StatusSums,
  sumStatusesByCenter,
  sumStatusesByRecorder,
} from './reports.db.ts';

const sharedSums = createSharedReads<Db, StatusSums[]>();

/** Reads how many leads of each center, or of one, entered each status in the windows of reports: 3, 7, 15 and 30 days. */
export async function reportServiceCenters(
  context: ActorContext,
  center?: string,
): Promise<ServiceCenterReport[]> {
  const { db } = context;
  const { today, key } = getReportDay(context);
  const [centers, sums] = await Promise.all([
    findReportCenters(db, center),
    sharedSums(db, `${key} centers ${center}`, () =>
      sumStatusesByCenter(db, getReportWindows(context, today), center),
    ),
  ]);
  const periods = periodsOf(sums, today);
  return centers.map(({ _id, name }) => ({
    serviceCenterId: _id,
    serviceCenterName: name,
    ...periods(_id),
  }));
}

/** Reads how many leads that each employee recorded entered each status in the windows of reports: 3, 7, 15 and 30 days. */
export async function reportEmployees(context: ActorContext): Promise<EmployeeReport[]> {
  const { db } = context;
  const { today, key } = getReportDay(context);
  const [people, sums] = await Promise.all([
    findRecorders(db),
    sharedSums(db, `${key} recorders`, () => sumStatusesByRecorder(db, getReportWindows(context, today))),
  ]);
  const periods = periodsOf(sums, today);
  return people.map(({ _id, name, serviceCenters }) => ({
    employeeId: _id,
    employeeName: name,
    serviceCenterId: serviceCenters[0]?._id ?? null,
    serviceCenters,
    ...periods(_id),
  }));
}

/** Makes a CSV file of {@link reportServiceCenters}. */
export async function createServiceCenterReportsCsv(context: ActorContext): Promise<Readable> {
  const rows = await reportServiceCenters(context);
  return createCsv(
    serviceCenterReportColumns,
    rows.map((row) => [row.serviceCenterName, ...figuresOf(row)]),
  );
}

/** Makes a CSV file of {@link reportEmployees}. */
export async function createEmployeeReportsCsv(context: ActorContext): Promise<Readable> {
  const rows = await reportEmployees(context);
  return createCsv(
    employeeReportColumns,
    rows.map((row) => [
      row.employeeName,
      row.serviceCenters.map((center) => center.name).join(', '),
      ...figuresOf(row),
    ]),
  );
}

function periodsOf(sums: readonly StatusSums[], today: string): (id: string) => ReportPeriods {
  const known = new Map(sums.map((sum) => [`${sum.id} ${sum.status}`, sum]));
  return (id) => {
    const period = (window: ReportWindow) => {
      const [pending = 0, booked = 0, completed = 0] = reportStatuses.map(
        (status) => known.get(`${id} ${status}`)?.[window] ?? 0,
      );
      return { from: getFirstDay(today, window), to: today, pending, booked, completed };
    };
    return {
      threeDays: period('threeDays'),
      sevenDays: period('sevenDays'),
      fifteenDays: period('fifteenDays'),
      thirtyDays: period('thirtyDays'),
    };
  };
}

function figuresOf(row: ReportPeriods): number[] {
  return reportWindowNames.flatMap((window) => reportStatuses.map((status) => row[window][status]));
}
