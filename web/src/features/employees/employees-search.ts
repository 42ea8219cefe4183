import { z } from 'zod';
import { management } from '#contract/levels.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

/** The URL of an employee list. */
export const employeesSearch = listSearch.extend({
  status: z.enum(['active', 'inactive', 'all']).default('active').catch('active'),
  /** The employee whose assign modal is open. */
  assign: recordId,
  /** The service employee whose centers are being changed. */
  centers: recordId,
  /** The employee who is about to be deactivated. */
  deactivate: recordId,
  /** The employee whose open leads are being handed over. */
  handOver: recordId,
});
export type EmployeesSearch = z.output<typeof employeesSearch>;

/** The URL of the list of managers, which has a part for each level of management. */
export const managerSearch = employeesSearch.extend({
  level: z.enum(management).default('manager').catch('manager'),
});

/** What the URL says of the dialogs above a list. */
export type OpenDialogs = Pick<EmployeesSearch, 'assign' | 'centers' | 'deactivate' | 'handOver'>;
