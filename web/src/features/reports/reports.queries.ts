import { queryOptions } from '@tanstack/react-query';
import { leadReport, reportEmployees, reportServiceCenters } from '#contract/reports.ts';
import { call } from '#web/lib/api/api.ts';

/** The report of one center, or of each. */
export const leadReportQuery = (serviceCenterId: string | undefined) =>
  queryOptions({
    queryKey: ['reports', 'leads', serviceCenterId],
    queryFn: ({ signal }) => call(leadReport, { query: { serviceCenterId }, signal }),
  });

/** The report of every service center. */
export const serviceCenterReportsQuery = queryOptions({
  queryKey: ['reports', 'serviceCenters'],
  queryFn: ({ signal }) => call(reportServiceCenters, { signal }),
});

/** The report of every verified employee. */
export const employeeReportsQuery = queryOptions({
  queryKey: ['reports', 'employees'],
  queryFn: ({ signal }) => call(reportEmployees, { signal }),
});
