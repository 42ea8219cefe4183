import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import type { reportWindowDays } from './business.ts';
import { managementLevels } from './levels.ts';
import { serviceCenterName } from './people.ts';

/** The statuses that reports count, in the order of their columns. */
export const reportStatuses = ['pending', 'booked', 'completed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** The name of a window of a report: the last 3, 7, 15 or 30 days. */
export type ReportWindow = keyof typeof reportWindowDays;

/** The names of a report's windows, the shortest first. */
export const reportWindowNames = [
  'threeDays',
  'sevenDays',
  'fifteenDays',
  'thirtyDays',
] as const satisfies readonly ReportWindow[];

/** Active leads that entered their present status from day `from` to `to` (today), both included, by the dealer's calendar. */
const reportPeriod = z.object({
  from: calendarDate,
  to: calendarDate,
  pending: z.int(),
  booked: z.int(),
  completed: z.int(),
});
type ReportPeriod = z.infer<typeof reportPeriod>;

const periods = {
  threeDays: reportPeriod,
  sevenDays: reportPeriod,
  fifteenDays: reportPeriod,
  thirtyDays: reportPeriod,
};
/** The leads of each window of a report, counted by status. */
export type ReportPeriods = Record<ReportWindow, ReportPeriod>;

/** The report of one service center: leads by status in each window. */
export const serviceCenterReport = z.object({
  serviceCenterId: id,
  serviceCenterName: z.string(),
  ...periods,
});
export type ServiceCenterReport = z.infer<typeof serviceCenterReport>;

const employeeReport = z.object({
  employeeId: id,
  employeeName: z.string(),
  serviceCenterId: id.nullable(),
  serviceCenters: z.array(serviceCenterName),
  ...periods,
});
/** Leads that an employee recorded. `serviceCenterId`: the first center by name. */
export type EmployeeReport = z.infer<typeof employeeReport>;

const contactPeriod = z.object({
  from: calendarDate,
  to: calendarDate,
  tries: z.int(),
  reached: z.int(),
  bookings: z.int(),
  kept: z.int(),
  missed: z.int(),
  inTarget: z.int(),
  booked: z.int(),
  completed: z.int(),
  lost: z.int(),
  recorded: z.int(),
});
/**
 * Figures of day `from` to `to` (today). Attempts to reach customers, without undone ones: `bookings` moved a lead to booked; `kept`
 * answered a follow-up on its day, `missed` after it. Active leads: those that they `recorded`; of those that they advise now,
 * `inTarget` were entered then and answered within their target, others first `booked`, `completed` or `lost` then.
 */
export type ContactPeriod = z.infer<typeof contactPeriod>;

/** The work of one employee in each window. */
export const contactReport = z.object({
  employeeId: id,
  employeeName: z.string(),
  open: z.int(),
  threeDays: contactPeriod,
  sevenDays: contactPeriod,
  fifteenDays: contactPeriod,
  thirtyDays: contactPeriod,
});
export type ContactReport = z.infer<typeof contactReport>;

/** @returns from 0 to 1; undefined without attempts. */
export function computeReachedShare({
  tries,
  reached,
}: Pick<ContactPeriod, 'tries' | 'reached'>): number | undefined {
  return tries > 0 ? reached / tries : undefined;
}

/** Returns the filters of management's list that give exactly the leads counted by a number of the report. */
export function getReportLeadFilter(
  period: ReportPeriod,
  status: ReportStatus,
  of: Pick<ManagementLeadFilters, 'serviceCenter' | 'employee'>,
): ManagementLeadFilters {
  return { ...of, status, statusFrom: period.from, statusTo: period.to };
}

/** The figures in the order of columns. */
const workedFigures = [
  ...(['tries', 'reached', 'bookings', 'inTarget', 'kept', 'missed'] as const),
  ...(['booked', 'completed', 'lost', 'recorded'] as const),
];
type WorkedFigure = (typeof workedFigures)[number];

/** A figure of the report of work that opens a list. */
export type ListedFigure = Exclude<WorkedFigure, 'tries' | 'reached' | 'bookings' | 'kept' | 'missed'>;

/** Figures of attempts, which open the leads that these were about. */
export type AttemptFigure = 'tries' | 'reached' | 'kept' | 'missed';

/** @returns filters of management's list for exactly the leads counted by a number; a lead with several attempts is listed once. */
export function getContactReportLeadFilter(
  figure: ListedFigure | AttemptFigure,
  { from, to }: Pick<ContactPeriod, 'from' | 'to'>,
  employee: string,
): ManagementLeadFilters {
  const entered = { enteredFrom: from, enteredTo: to };
  const since = { advisor: employee, statusFrom: from, statusTo: to };
  const tried = { contactedBy: employee, contactedFrom: from, contactedTo: to };
  const lists: Record<ListedFigure | AttemptFigure, ManagementLeadFilters> = {
    tries: tried,
    reached: { ...tried, contact: 'reached' },
    kept: { ...tried, contact: 'kept' },
    missed: { ...tried, contact: 'missed' },
    inTarget: { advisor: employee, ...entered, response: 'inTarget' },
    booked: { advisor: employee, bookedFrom: from, bookedTo: to },
    completed: { ...since, status: 'completed' },
    lost: { ...since, status: 'lostCustomer' },
    recorded: { employee, ...entered },
  };
  return lists[figure];
}

const csv = 'text/csv; charset=utf-8';

/** Counts leads by status in the last 3, 7, 15 and 30 days, of one service center or of each. */
export const reportLeads = endpoint({
  method: 'GET',
  path: '/management/reports/leadReport',
  summary: 'Leads by status in the last 3, 7, 15 and 30 days, of one center or of each',
  tag: 'Reports',
  reads: 'reports',
  who: managementLevels,
  query: z.object({ serviceCenterId: id.optional() }),
  reply: z.array(serviceCenterReport),
});

/** Counts the leads of every service center by status in the last 3, 7, 15 and 30 days. */
export const reportServiceCenters = endpoint({
  method: 'GET',
  path: '/management/reports/getReportsForServiceCenters',
  summary: 'The report of every service center, by name',
  tag: 'Reports',
  reads: 'reports',
  who: managementLevels,
  reply: z.array(serviceCenterReport),
});

/** Counts the leads that every employee recorded, by status, in the last 3, 7, 15 and 30 days. */
export const reportEmployees = endpoint({
  method: 'GET',
  path: '/management/reports/getReportsForEmployee',
  summary: 'The report of every employee, by name: the leads that they recorded',
  tag: 'Reports',
  reads: 'reports',
  who: managementLevels,
  reply: z.array(employeeReport),
});

/** Streams the report of {@link reportServiceCenters} as CSV. */
export const downloadServiceCenterReports = endpoint({
  method: 'GET',
  path: '/management/reports/getReportsForServiceCenters/csv',
  summary: 'The report of every service center as `service-center-reports.csv`',
  tag: 'Reports',
  who: managementLevels,
  streams: csv,
});

/** Streams the report of {@link reportEmployees} as CSV. */
export const downloadEmployeeReports = endpoint({
  method: 'GET',
  path: '/management/reports/getReportsForEmployee/csv',
  summary: 'The report of every employee as `employee-reports.csv`',
  tag: 'Reports',
  who: managementLevels,
  streams: csv,
});

/** Counts every employee's attempts to reach customers and what came of them, in the last 3, 7, 15 and 30 days. */
export const reportContacts = endpoint({
  method: 'GET',
  path: '/management/reports/getContactsForEmployee',
  summary: 'Every employee, by name, with their attempts to reach customers in the last 3, 7, 15 and 30 days',
  tag: 'Reports',
  reads: 'reports',
  who: managementLevels,
  reply: z.array(contactReport),
});

/** Streams the report of {@link reportContacts} as CSV. */
export const downloadContactReports = endpoint({
  method: 'GET',
  path: '/management/reports/getContactsForEmployee/csv',
  summary: 'The attempts of every employee as `employee-contacts.csv`',
  tag: 'Reports',
  who: managementLevels,
  streams: csv,
});

/** The list of files in an export of all data. `sha256`: of the uncompressed file, in hex. */
export const collectionsManifest = z.object({
  createdAt: z.iso.datetime(),
  collections: z.array(z.object({ name: z.string(), file: z.string(), rows: z.int(), sha256: z.string() })),
});

/** Streams all data as a ZIP with one CSV per collection and a manifest. */
export const downloadAllCollections = endpoint({
  method: 'GET',
  path: '/management/reports/downloadAllCollections',
  summary:
    'Everything as `collections.zip`, streamed: one CSV per collection from one moment, and a manifest',
  tag: 'Reports',
  who: managementLevels,
  streams: 'application/zip',
});
