import type { Readable } from 'node:stream';
import { reportWindowDays } from '#contract/business.ts';
import { employeeReportColumns, serviceCenterReportColumns } from '#contract/report-columns.ts';
import {
  type EmployeeReport,
  type ReportPeriods,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
  type ServiceCenterReport,
} from '#contract/reports.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { createCsv } from '#server/lib/csv/csv.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import {
  findRecorders,
  findReportCenters,
  type ReportDay,
  type StatusSums,
  sumStatusesByCenter,
  sumStatusesByRecorder,
} from './reports.db.ts';

const sharedSums = createSharedReads<Db, StatusSums[]>();

export async function reportServiceCenters(
  context: ActorContext,
  center?: string,
): Promise<ServiceCenterReport[]> {
  const { db } = context;
  const now = todayOf(context);
  const [centers, sums] = await Promise.all([
    findReportCenters(db, center),
    sharedSums(db, JSON.stringify({ ...now, of: 'centers', center }), () =>
      sumStatusesByCenter(db, now, center),
    ),
  ]);
  const periods = periodsOf(sums, now.today);
  return centers.map(({ _id, name }) => ({
    serviceCenterId: _id,
    serviceCenterName: name,
    ...periods(_id),
  }));
}

export async function reportEmployees(context: ActorContext): Promise<EmployeeReport[]> {
  const { db } = context;
  const now = todayOf(context);
  const [people, sums] = await Promise.all([
    findRecorders(db),
    sharedSums(db, JSON.stringify({ ...now, of: 'recorders' }), () => sumStatusesByRecorder(db, now)),
  ]);
  const periods = periodsOf(sums, now.today);
  return people.map(({ _id, name, serviceCenters }) => ({
    employeeId: _id,
    employeeName: name,
    serviceCenterId: serviceCenters[0]?._id ?? null,
    serviceCenters,
    ...periods(_id),
  }));
}

export async function createServiceCenterReportsCsv(context: ActorContext): Promise<Readable> {
  const rows = await reportServiceCenters(context);
  return createCsv(
    serviceCenterReportColumns,
    rows.map((row) => [row.serviceCenterName, ...figuresOf(row)]),
  );
}

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

function todayOf({ dealer: { timeZone }, clock }: ActorContext): ReportDay {
  return { timeZone, today: dateInTimeZone(timeZone, clock.now()) };
}

function periodsOf(sums: readonly StatusSums[], today: string): (id: string) => ReportPeriods {
  const known = new Map(sums.map((sum) => [`${sum.id} ${sum.status}`, sum]));
  return (id) => {
    const period = (window: ReportWindow) => {
      const [pending = 0, booked = 0, completed = 0] = reportStatuses.map(
        (status) => known.get(`${id} ${status}`)?.[window] ?? 0,
      );
      return { from: addDays(today, 1 - reportWindowDays[window]), to: today, pending, booked, completed };
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
