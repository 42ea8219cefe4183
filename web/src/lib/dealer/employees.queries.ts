import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listEmployeesByLevel } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { call } from '#web/lib/api/api.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';

/**
 * Returns whom a search finds, by level; levels without anybody are left out. All at once: lists that come one after the other would
 * move what is pointed at.
 *
 * @param active `true`: who works here, `all`: who left, too.
 */
export const employeesByLevelQuery = (levels: readonly Level[], search: string, active: 'true' | 'all') =>
  queryOptions({
    queryKey: [...queryKeyOf(listEmployeesByLevel), 'byLevel', { levels, search, active }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const query = { search, limit: 25, active };
      const lists = await Promise.all(
        levels.map(async (level) => {
          const { employees } = await call(listEmployeesByLevel, { params: { level }, query, signal });
          return { level, employees };
        }),
      );
      return lists.filter(({ employees }) => employees.length > 0);
    },
  });
