import { z } from 'zod';
import { auditActions } from '#contract/audit.ts';
import { calendarDate } from '#contract/dates.ts';

/** What the URL of the audit log says when it says nothing. */
export const auditDefaults = { page: 1 } as const;

/** The URL of the audit log. Dates are `YYYY-MM-DD`, `employee` is an id. */
export const auditSearch = z.object({
  action: z.enum(auditActions).optional().catch(undefined),
  employee: z.uuid().optional().catch(undefined),
  startDate: calendarDate.optional().catch(undefined),
  endDate: calendarDate.optional().catch(undefined),
  page: z.coerce.number<number>().int().min(1).default(1).catch(1),
});
export type AuditSearch = z.output<typeof auditSearch>;
