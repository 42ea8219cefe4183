import { z } from 'zod';
import { auditActions } from '#contract/audit.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

/** The URL of the audit log: its filters and page. */
export const auditSearch = pageSearch.extend({
  action: z.enum(auditActions).optional().catch(undefined),
  employee: recordId,
  startDate: calendarDate.optional().catch(undefined),
  endDate: calendarDate.optional().catch(undefined),
});
export type AuditSearch = z.output<typeof auditSearch>;
