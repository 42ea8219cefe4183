import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { auditActions, listAudit } from '#contract/audit.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { call } from '#web/lib/api/api.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

/** Dates are `YYYY-MM-DD`, `employee` is an id. */
export const auditSearch = pageSearch.extend({
  action: z.enum(auditActions).optional().catch(undefined),
  employee: recordId,
  startDate: calendarDate.optional().catch(undefined),
  endDate: calendarDate.optional().catch(undefined),
});
export type AuditSearch = z.output<typeof auditSearch>;

/** Live events announce no entries, so the list polls; milliseconds. */
const readAgain = 15_000;

export const auditQuery = ({ action, employee, startDate, endDate, page }: AuditSearch) => {
  const query = { action, employee, startDate, endDate, page };
  return queryOptions({
    queryKey: ['audit', query],
    async queryFn({ signal }) {
      const { entries, totalEntryCount, ...pages } = await call(listAudit, { query, signal });
      return { rows: entries, total: totalEntryCount, ...pages };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: readAgain,
  });
};

/** Employees of a level, inactive too, by name or email. */
export const peopleQuery = (level: Level, search: string) =>
  queryOptions({
    queryKey: ['employees', 'choices', level, search],
    queryFn: async ({ signal }) => {
      const query = { search: search || undefined, limit: 25, active: 'all' } as const;
      return (await call(listEmployeesByLevel, { params: { level }, query, signal })).employees;
    },
    placeholderData: keepPreviousData,
  });
