import { queryOptions } from '@tanstack/react-query';
import { leadReport, reportContacts, reportEmployees, reportServiceCenters } from '#contract/reports.ts';
import { call } from '#web/lib/api/api.ts';

export const leadReportQuery = (serviceCenterId: string | undefined) =>
  queryOptions({
    queryKey: ['reports', 'leads', serviceCenterId],
    queryFn: ({ signal }) => call(leadReport, { query: { serviceCenterId }, signal }),
    placeholderData: (previous) => previous,
  });

export const serviceCenterReportsQuery = queryOptions({
  queryKey: ['reports', 'serviceCenters'],
  queryFn: ({ signal }) => call(reportServiceCenters, { signal }),
});

export const employeeReportsQuery = queryOptions({
  queryKey: ['reports', 'employees'],
  queryFn: ({ signal }) => call(reportEmployees, { signal }),
});

export const contactReportsQuery = queryOptions({
  queryKey: ['reports', 'contacts'],
  queryFn: ({ signal }) => call(reportContacts, { signal }),
});
