import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { management } from '#contract/levels.ts';

/** What the URL of an employee list says when it says nothing. */
export const employeesDefaults = { search: '', page: 1 } as const;

/** The URL of an employee list. */
export const employeesSearch = z.object({
  search: z.string().trim().max(textLength.search).default('').catch(''),
  page: z.coerce.number<number>().int().min(1).default(1).catch(1),
  /** The employee whose assign modal is open. */
  assign: z.uuid().optional().catch(undefined),
  /** The service employee whose centers are being changed. */
  centers: z.uuid().optional().catch(undefined),
});
export type EmployeesSearch = z.output<typeof employeesSearch>;

export const managerDefaults = { ...employeesDefaults, level: 'manager' } as const;

/** The URL of the list of managers, which has a part for each level of management. */
export const managerSearch = employeesSearch.extend({
  level: z.enum(management).default('manager').catch('manager'),
});
