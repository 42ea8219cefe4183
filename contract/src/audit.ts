import { z } from 'zod';
import { countLimit } from './business.ts';
import { calendarDate, instant } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { levelSchema } from './levels.ts';
import { paging } from './paging.ts';
import { person } from './people.ts';
import { id } from './text.ts';

/** What the audit log records. */
export const auditActions = [
  'signedIn',
  'signInFailed',
  'signedOut',
  'sessionsEnded',
  'registered',
  'verified',
  'passwordResetRequested',
  'passwordReset',
  'passwordChanged',
  'profileChanged',
  'levelChanged',
  'invited',
  'inviteResent',
  'inviteDeleted',
  'settingsChanged',
  'exported',
  'denied',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What more an entry says: levels and centers before and after, the call that was denied or exported, changed settings. */
export const auditDetails = z.object({
  from: levelSchema.optional(),
  to: levelSchema.optional(),
  serviceCenters: z.array(id).optional(),
  invite: id.optional(),
  call: z.string().optional(),
  fields: z.array(z.string()).optional(),
  sessions: z.int().optional(),
});
export type AuditDetails = z.infer<typeof auditDetails>;

/**
 * An entry of the append-only log. `actor` did it (null: nobody signed in), `subject` is the employee to whom it was done, or
 * null; `address` is the client address as the server saw it, where that matters.
 */
export const auditEntry = z.object({
  _id: id,
  at: instant,
  action: z.enum(auditActions),
  actor: person.nullable(),
  subject: person.nullable(),
  address: z.string().nullable(),
  details: auditDetails,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/management/audit',
  summary:
    'The audit log, newest first; `employee` finds what somebody did and what was done to him; `isTotalCapped`: more match than `totalEntryCount`',
  tag: 'Audit',
  who: ['superAdmin'],
  query: z.object({
    ...paging,
    action: z.enum(auditActions).optional(),
    employee: id.optional(),
    startDate: calendarDate.optional(),
    endDate: calendarDate.optional(),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    totalPages: z.int(),
    totalEntryCount: z.int().max(countLimit),
    isTotalCapped: z.boolean(),
  }),
  refusals: [400, 401, 403],
});
