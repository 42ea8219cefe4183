import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import {
  type EmployeeReport,
  type ReportPeriods,
  type ReportStatus,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
  type ServiceCenterReport,
} from '#contract/reports.ts';
import type { ReportSearch } from './report-search.ts';

/** A row of the report of centers or employees; `of`: the filters of its leads. */
export type ReportRow = {
  id: string;
  name: string;
  note?: string;
  of: Pick<ManagementLeadFilters, 'serviceCenter' | 'employee'>;
  periods: ReportPeriods;
};

/** Makes the rows of the report of centers. */
export function toCenterRows(reports: readonly ServiceCenterReport[]): ReportRow[] {
  return reports.map(({ serviceCenterId, serviceCenterName, ...periods }) => ({
    id: serviceCenterId,
    name: serviceCenterName,
    of: { serviceCenter: serviceCenterId },
    periods,
  }));
}

/** Leaves out people without leads in any of the windows. */
export function toEmployeeRows(
  reports: readonly EmployeeReport[],
  list: (names: string[]) => string,
): ReportRow[] {
  const isIdle = (periods: ReportPeriods) =>
    reportWindowNames.every((window) => reportStatuses.every((status) => periods[window][status] === 0));
  const active = reports.filter((report) => !isIdle(report));
  return active.map(({ employeeId, employeeName, serviceCenterId: _, serviceCenters, ...periods }) => ({
    id: employeeId,
    name: employeeName,
    note: list(serviceCenters.map(({ name }) => name)),
    of: { employee: employeeId },
    periods,
  }));
}

/** Returns the rows in the order that the URL chooses. */
export function sortReportRows(
  rows: readonly ReportRow[],
  { sort, order }: ReportSearch,
  locale: string,
): ReportRow[] {
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: ReportRow, b: ReportRow) => a.name.localeCompare(b.name, locale);
  if (sort === 'name') return rows.toSorted((a, b) => sign * byName(a, b));
  const figure = figureOf(sort);
  return rows.toSorted((a, b) => sign * (figure(a) - figure(b)) || byName(a, b));
}

/** @returns the sums of all rows, as a row; undefined if there are none. */
export function getTotalRow(
  rows: readonly ReportRow[],
  name: string,
  of: ReportRow['of'],
): ReportRow | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const sums = (window: ReportWindow) => ({
    ...first.periods[window],
    pending: sum(rows, window, 'pending'),
    booked: sum(rows, window, 'booked'),
    completed: sum(rows, window, 'completed'),
  });
  return {
    id: '',
    name,
    of,
    periods: {
      threeDays: sums('threeDays'),
      sevenDays: sums('sevenDays'),
      fifteenDays: sums('fifteenDays'),
      thirtyDays: sums('thirtyDays'),
    },
  };
}

function sum(rows: readonly ReportRow[], window: ReportWindow, status: ReportStatus): number {
  return rows.reduce((total, row) => total + row.periods[window][status], 0);
}

function figureOf(key: Exclude<ReportSearch['sort'], 'name'>): (row: ReportRow) => number {
  for (const window of reportWindowNames) {
    for (const status of reportStatuses) {
      if (key === `${window}.${status}`) return ({ periods }) => periods[window][status];
    }
  }
  return () => 0;
}
