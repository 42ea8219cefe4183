import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { call } from '#web/lib/api.ts';
import type { AuditSearch } from './audit-search.ts';

/** No event tells of new entries. */
const readAgain = 15_000;

/** A page of the audit log; the previous rows stay while others are fetched. */
export const auditQuery = (query: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: readAgain,
  });

/** Employees of a level whose name or e-mail holds the search, to choose one from. */
export const peopleQuery = (level: Level, search: string) =>
  queryOptions({
    queryKey: ['employees', 'choices', level, search],
    queryFn: async ({ signal }) => {
      const query = { search: search || undefined, limit: 25 } as const;
      return (await call(listEmployeesByLevel, { params: { level }, query, signal })).employees;
    },
    placeholderData: keepPreviousData,
  });
