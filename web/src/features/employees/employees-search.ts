import { z } from 'zod';
import { managementLevels } from '#contract/levels.ts';
import { listSearch } from '#web/lib/url/list-search.ts';

/** The URL of a list of employees: search, page, and whether active ones are shown. */
export const employeesSearch = listSearch.extend({
  status: z.enum(['active', 'inactive', 'all']).default('active').catch('active'),
});
export type EmployeesSearch = z.output<typeof employeesSearch>;

/** The URL of the list of management, which also chooses one of its levels. */
export const managementEmployeesSearch = employeesSearch.extend({
  level: z.enum(managementLevels).default('manager').catch('manager'),
});
