import type { WorkFigures } from '#contract/comparison.ts';
import type { PlatformOrNone } from '#contract/leads/management-lead-filters.ts';
import { type ReportWindow, reportWindowNames } from '#contract/reports.ts';

const windowTitles: Record<ReportWindow, string> = {
  threeDays: '3 Days',
  sevenDays: '7 Days',
  fifteenDays: '15 Days',
  thirtyDays: '1 Month',
};
const figureColumns = reportWindowNames.flatMap((window) =>
  ['Pending', 'Booked', 'Completed'].map((status) => `${status} (${windowTitles[window]})`),
);

/** The headers of the downloaded report of centers: the name, then pending, booked and completed leads per window. */
export const serviceCenterReportColumns = ['Service Center', ...figureColumns];
/** The headers of the downloaded report of employees, in order. */
export const employeeReportColumns = ['Employee Name', 'Service Centers', ...figureColumns];

/**
 * The headers of the downloaded report of work: the name, then per window attempts, those that reached the customer, their percentage and
 * bookings; then the rest of the work.
 */
export const contactReportColumns = [
  'Employee Name',
  ...reportWindowNames.flatMap((window) =>
    ['Attempts', 'Reached', 'Share Reached', 'Bookings'].map(
      (figure) => `${figure} (${windowTitles[window]})`,
    ),
  ),
  'Open Now',
  ...reportWindowNames.flatMap((window) =>
    [
      ...['Answered Within Target', 'Follow-ups Kept', 'Follow-ups Missed'],
      ...['Booked', 'Completed', 'Lost', 'Recorded'],
    ].map((figure) => `${figure} (${windowTitles[window]})`),
  ),
];

const csvFigures: Record<keyof WorkFigures, string> = {
  entered: 'Enquiries',
  timed: 'With Target',
  inTarget: 'Answered Within Target',
  answered: 'Answered',
  bookingsDue: 'Bookings Due',
  median: 'Median Minutes',
  ninetieth: '90th Percentile Minutes',
  booked: 'Booked',
  shownUp: 'Shown Up',
  didNotCome: 'Did Not Come',
  completed: 'Completed',
  lost: 'Lost',
};
/** The figures of a downloaded comparison, in the order of its columns. */
export const comparisonCsvFigures = Object.keys(csvFigures) as (keyof WorkFigures)[];
/** The headers of a downloaded comparison: the name, then each figure with its value before and the difference. */
export const comparisonCsvColumns = [
  'Name',
  ...Object.values(csvFigures).flatMap((figure) => [figure, `${figure} (Before)`, `${figure} (Difference)`]),
];

/** The names of platforms as the rows of a downloaded comparison show them. */
export const comparisonPlatformTitles: Record<PlatformOrNone, string> = {
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  website: 'Website',
  none: 'No Platform',
};
