import { z } from 'zod';
import { instant } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { person } from './people.ts';
import { email, id, idParams } from './text.ts';

/** What became of an invitation; one is good for 7 days from when it was last sent. */
export const inviteStates = ['pending', 'accepted', 'expired'] as const;
export type InviteState = (typeof inviteStates)[number];

/** An invitation to make an account. */
export const employeeInvite = z.object({
  _id: id,
  email: z.string(),
  state: z.enum(inviteStates),
  invitedBy: person,
  createdAt: instant,
  expiresAt: instant,
});
export type EmployeeInvite = z.infer<typeof employeeInvite>;

/** An invitation with its link, which is answered this once and cannot be read again. */
export const sentInvite = employeeInvite.extend({ link: z.string() });
export type SentInvite = z.infer<typeof sentInvite>;

const who = ['superAdmin'] as const;
const tag = 'Invitations';
const base = '/management/employeeinvite';

export const createInvite = endpoint({
  method: 'POST',
  path: base,
  summary: 'Invite somebody by e-mail; 409 for a pending invitation (which `current` holds) or an account',
  tag,
  who,
  body: z.strictObject({ email }),
  multipart: true,
  reply: sentInvite,
  status: 201,
  refusals: [400, 401, 403, 409, 415],
});

export const listInvites = endpoint({
  method: 'GET',
  path: `${base}/getAllInvites`,
  summary: 'Every invitation, newest first',
  tag,
  who,
  reply: z.object({ employeeInvites: z.array(employeeInvite) }),
  refusals: [401, 403],
});

export const resendInvite = endpoint({
  method: 'POST',
  path: `${base}/resendInvite/:id`,
  summary: 'Mail an invitation again, good for 7 days from now; 409 once it is accepted',
  tag,
  who,
  params: idParams,
  reply: sentInvite,
  refusals: [400, 401, 403, 404, 409],
});

export const deleteInvite = endpoint({
  method: 'DELETE',
  path: `${base}/deleteInvite/:id`,
  summary: 'Withdraw an invitation; its links die',
  tag,
  who,
  params: idParams,
  refusals: [400, 401, 403, 404],
});
