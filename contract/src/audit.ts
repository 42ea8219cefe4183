import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { bulkActions } from '#contract/leads/lead-lists.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import { maxCountedAuditEntries } from './business.ts';
import { levelSchema } from './levels.ts';
import { person } from './people.ts';

/** Names what the audit log records, each as an action that somebody did or tried. */
export const auditActions = [
  'signedIn',
  'signInFailed',
  'throttled',
  'signedOut',
  'sessionsEnded',
  'registered',
  'verified',
  'passwordResetRequested',
  'passwordReset',
  'passwordChanged',
  'profileChanged',
  'secondFactorOn',
  'secondFactorChanged',
  'secondFactorOff',
  'secondFactorReset',
  'secondStepFailed',
  'secondStepMissing',
  'passkeyRemoved',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'levelChanged',
  'deactivated',
  'reactivated',
  'awayChanged',
  'leadsHandedOver',
  'leadsChanged',
  'leadsChangedBack',
  'leadsMerged',
  'leadsMergeUndone',
  'imported',
  'importReverted',
  'invited',
  'inviteResent',
  'inviteDeleted',
  'settingsChanged',
  'connectionAdded',
  'connectionChanged',
  'connectionSecretRenewed',
  'intakeAssigned',
  'exported',
  'foundElsewhere',
  'customerErased',
  'customersMerged',
  'customersUnmerged',
  'leadsErased',
  'auditTrimmed',
  'denied',
  'notFound',
] as const;
export type AuditAction = (typeof auditActions)[number];

const secondFactors = ['app', 'passkey', 'recoveryCode'] as const;
/** The means of the second step of a login. */
export type SecondFactorKind = (typeof secondFactors)[number];

const auditDetails = z.object({
  factor: z.enum(secondFactors).optional(),
  from: levelSchema.optional(),
  to: levelSchema.optional(),
  serviceCenters: z.array(id).optional(),
  invite: id.optional(),
  call: z.string().optional(),
  fields: z.array(z.string()).optional(),
  sessions: z.int().optional(),
  leads: z.int().optional(),
  lead: id.optional(),
  customers: z.int().optional(),
  restored: z.int().optional(),
  import: id.optional(),
  entries: z.int().optional(),
  bulk: z.enum(bulkActions).optional(),
  date: calendarDate.optional(),
  receiver: person.optional(),
  receivers: z.array(person).optional(),
  customer: id.optional(),
  merged: z.array(id).optional(),
});
/**
 * The details of an entry of the audit log; each is there only for the actions that have it. `from`, `to`: levels; `call`: denied, not
 * found or exported; `fields`: changed settings; `date`: the follow-up that a bulk change set, or the last day of an absence; `lead`:
 * with which `leads` others were joined; `receiver`: was handed `leads`; `receivers`: shared them; `customer`: whose data were exported
 * or erased, or who was found to have an open enquiry at `serviceCenters`; `merged`: into `customer`; `factor`: was added, or took the
 * second step.
 */
export type AuditDetails = z.infer<typeof auditDetails>;

const auditEntry = z.object({
  _id: id,
  at: instant,
  action: z.enum(auditActions),
  actor: person.nullable(),
  subject: person.nullable(),
  address: z.string().nullable(),
  details: auditDetails,
});
/** An entry of the audit log. `actor` (null: nobody signed in) did it to `subject`; `address` is the client's as the server saw it. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** Lists the audit log, newest first, for a superAdmin; may be narrowed to an action, days or an employee. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/management/audit',
  summary:
    'The audit log, newest first; `employee` finds what somebody did and what was done to them; `isTotalCapped`: more match than `totalEntryCount`',
  tag: 'Audit',
  reads: 'audit',
  freshSeconds: 0,
  who: ['superAdmin'],
  query: z.object({
    ...pagingParams,
    action: z.enum(auditActions).optional(),
    employee: id.optional(),
    startDate: calendarDate.optional(),
    endDate: calendarDate.optional(),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    totalPages: z.int(),
    totalEntryCount: z.int().max(maxCountedAuditEntries),
    isTotalCapped: z.boolean(),
  }),
});
