import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { email, newPassword, requiredText, singleLine, verbatimText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { signedInAccount } from './people.ts';

/** The reply to a login with the right password while a second step is asked for. */
export const secondStepReply = z.object({
  secondStep: z.object({ token: z.string(), hasApp: z.boolean(), hasPasskey: z.boolean() }),
});
/** The second step that a login asks for: its token, and which means the employee has. */
export type SecondStep = z.infer<typeof secondStepReply>['secondStep'];

/** Answers calls that must not reveal whether an account exists. */
export const acceptedReply = z.object({ ok: z.literal(true) });

const linkToken = verbatimText(200);

/** The body of {@link requestInvitation}, {@link forgotPassword} and {@link resendCode}. */
export const emailAddressBody = z.strictObject({ email });

/** A password longer than 24 characters is answered as a wrong one. */
const loginBody = z.strictObject({
  email,
  password: verbatimText(textLength.line),
});

/** Logs in by email and password: replies with the session, or with a token for the second step where a second factor is on. */
export const login = endpoint({
  method: 'POST',
  path: '/public/auth/login',
  summary:
    'Log in; where a second factor is on, the answer is a token for the second step instead of a session',
  tag: 'Authentication',
  changes: ['sessions'],
  who: 'public',
  body: loginBody,
  reply: z.union([signedInAccount, secondStepReply]),
  refusals: [401, 429],
});

/** The body of `registerAccount`. `dp` is a file sent beside these fields. With a `token` the invited address counts instead of `email`. */
export const registerBody = z.strictObject({
  name: requiredText(textLength.name),
  email,
  password: newPassword,
  level: z.literal('employee').default('employee'),
  token: linkToken.optional(),
});
export type RegisterBody = z.infer<typeof registerBody>;

/** Creates the account at once with an invitation's token; otherwise emails a code, which `verifyEmail` takes. */
export const registerAccount = endpoint({
  method: 'POST',
  path: '/public/auth/register',
  summary:
    'Create an account: at once with an invitation, else by a code that is emailed for this registration. The answer never tells whether there is an account',
  tag: 'Authentication',
  changes: [],
  who: 'public',
  body: registerBody,
  multipart: true,
  files: ['dp'],
  reply: z.object({ email: z.string(), verified: z.boolean() }),
  status: 201,
  refusals: [404, 413, 415, 429],
});

/** Emails a link that sets a new password, if there is an account; the reply never tells. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/public/auth/forgotPassword',
  summary: 'Email a link that sets a new password, if there is an account; 404 for a malformed address',
  tag: 'Authentication',
  changes: [],
  who: 'public',
  body: z.strictObject({ email: singleLine(textLength.email) }),
  reply: acceptedReply,
  refusals: [404, 429],
});

/** Sets a new password by an emailed link, and ends every session of the employee. */
export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/public/auth/resetEmployeePassword',
  summary:
    'Set a new password by an emailed link: once, within 30 minutes; ends every session of the employee',
  tag: 'Authentication',
  changes: ['sessions'],
  who: 'public',
  body: z.strictObject({ token: linkToken, newPassword }),
  reply: acceptedReply,
  refusals: [404, 429],
});

/** Returns the email address that a link for an invitation or a new password was sent to; the link stays valid. */
export const getEmailFromToken = endpoint({
  method: 'GET',
  path: '/public/auth/getEmailFromToken/:token',
  summary: 'The address that an emailed link was made for; 404 when it is unknown, used or expired',
  tag: 'Authentication',
  who: 'public',
  params: z.object({ token: linkToken }),
  reply: z.object({ email: z.string(), purpose: z.enum(['invitation', 'passwordReset']) }),
  refusals: [404],
});

/** The email address of a registration, and the code that was sent to it. */
export const verifyEmailBody = z.strictObject({
  email,
  code: singleLine(textLength.line).regex(/^\d{6}$/, messages.codeFormat),
});

/** Creates the account of a registration by the code that was emailed for it; nobody is logged in by it. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/public/auth/verifyEmail',
  summary:
    'Create the account of the registration that a 6-digit code was emailed for: 10 minutes, 5 attempts, once',
  tag: 'Authentication',
  changes: ['employees', 'invites'],
  who: 'public',
  body: verifyEmailBody,
  reply: acceptedReply,
  refusals: [429],
});

/** Emails a new code, if a registration waits for one. */
export const resendCode = endpoint({
  method: 'POST',
  path: '/public/auth/resendCode',
  summary: 'Email a fresh code, if a registration waits for one',
  tag: 'Authentication',
  changes: [],
  who: 'public',
  body: emailAddressBody,
  reply: acceptedReply,
  refusals: [429],
});

/** Emails a pending invitation again, if there is one for the address; it asks nobody to invite. */
export const requestInvitation = endpoint({
  method: 'POST',
  path: '/public/auth/requestInvitation',
  summary: 'Email the pending invitation again, if there is one',
  tag: 'Authentication',
  changes: [],
  who: 'public',
  body: emailAddressBody,
  reply: acceptedReply,
  refusals: [429],
});
