import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { instant } from '#contract/text/dates.ts';
import { email, id, idParams } from '#contract/text/text.ts';
import { levelSchema } from './levels.ts';
import { person, serviceCenterName } from './people.ts';

/** The states of an invitation, which is valid for 7 days from when it was last sent. */
export const inviteStates = ['pending', 'accepted', 'expired'] as const;
export type InviteState = (typeof inviteStates)[number];

const employeeInvite = z.object({
  _id: id,
  email: z.string(),
  state: z.enum(inviteStates),
  level: levelSchema,
  serviceCenter: z.array(serviceCenterName),
  invitedBy: person,
  createdAt: instant,
  expiresAt: instant,
});
/** The account starts with `level` and, for `service`, `serviceCenters`. */
export type EmployeeInvite = z.infer<typeof employeeInvite>;

const sentInvite = employeeInvite.extend({ link: z.string(), outbox: z.string().nullable() });
/** An invitation that was just sent. No other reply has its `link`. `outbox`: the folder with the email as a file; null with a mail server. */
export type SentInvite = z.infer<typeof sentInvite>;

/** The body of an invitation. An account without a level waits for a role; only `service` has service centers, at least one. */
export const createInviteBody = z
  .strictObject({
    email,
    level: levelSchema.default('unassigned'),
    serviceCenter: z
      .array(z.string().pipe(z.uuid(messages.unknownServiceCenter)), messages.serviceCenterMissing)
      .max(200)
      .default([]),
  })
  .superRefine(({ level, serviceCenter }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['serviceCenter'], message });
    if (level === 'service' && serviceCenter.length === 0) refuse(messages.serviceCenterMissing);
    if (level !== 'service' && serviceCenter.length > 0) refuse(messages.centersOnlyForService);
  });
export type CreateInviteBody = z.infer<typeof createInviteBody>;

const who = ['superAdmin'] as const;
const tag = 'Invitations';
const base = '/management/employeeinvite';

/** Creates an invitation and emails it; 409 while there is a pending one or an account. */
export const createInvite = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Invite somebody by email, with the level and service centers (as JSON only) that they start with; 409 for a pending invitation (which `current` holds) or an account',
  tag,
  changes: ['invites'],
  who,
  body: createInviteBody,
  multipart: true,
  reply: sentInvite,
  status: 201,
  refusals: [409, 415],
});

export const listInvites = endpoint({
  method: 'GET',
  path: `${base}/getAllInvites`,
  summary: 'Every invitation, newest first',
  tag,
  reads: 'invites',
  who,
  reply: z.object({ employeeInvites: z.array(employeeInvite) }),
});

/** Emails an invitation again with a new link, valid for 7 days from now. */
export const resendInvite = endpoint({
  method: 'POST',
  path: `${base}/resendInvite/:id`,
  summary: 'Resend an invitation, valid for 7 days from now; 409 once it is accepted',
  tag,
  changes: ['invites'],
  who,
  params: idParams,
  reply: sentInvite,
  refusals: [404, 409],
});

/** Withdraws an invitation; its links stop working. */
export const deleteInvite = endpoint({
  method: 'DELETE',
  path: `${base}/deleteInvite/:id`,
  summary: 'Withdraw an invitation; its links stop working',
  tag,
  changes: ['invites'],
  who,
  params: idParams,
  refusals: [404],
});
