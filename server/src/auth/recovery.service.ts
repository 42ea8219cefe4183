import { z } from 'zod';
import type { getEmailFromToken } from '#contract/auth.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { findInviteOfLink } from '#server/auth/registration/invites.service.ts';
import { endSecondSteps } from '#server/auth/second-factor/login-steps.service.ts';
import { closeEmployeeSessions } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getCredentials, setPasswordHash } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { findEmployeeOfResetToken, redeemResetToken, revokeTokens } from './one-time-tokens.service.ts';
import { requireOwnPassword } from './own-password.service.ts';
import { hashPassword, isGuessable } from './passwords.service.ts';
import { clearAttempts, countAttempt, countEmailToAddress } from './throttles.service.ts';

/**
 * Queues an email with a link to set a new password. An address without an account causes the same work and answer, but no email.
 *
 * @throws Refusal 404 for a malformed address, 429.
 */
export async function forgotPassword(context: Context, email: string, client: Client): Promise<void> {
  if (!z.email().safeParse(email).success) throw new Refusal('not_found', messages.noEmployeeFound);
  await countAttempt(context, { purpose: 'forgotPassword', address: client.address, account: email });
  if (await countEmailToAddress(context, email, client.address))
    await queueMail(context, 'passwordReset', email);
}

/**
 * Sets a new password by an emailed link, which works once, ends every session of the employee and emails them.
 *
 * @throws Refusal 400 beside `newPassword`, 404 for a dead link, 429.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
  client: Client,
): Promise<void> {
  const attempt = { purpose: 'reset', address: client.address, account: '' } as const;
  await countAttempt(context, attempt);
  const employee = await findEmployeeOfResetToken(context, token);
  if (await isGuessable(context, newPassword, employee ? [employee.name, employee.email] : []))
    throw invalidFields({ newPassword: messages.passwordCommon });
  const passwordHash = employee && (await hashPassword(context, newPassword, client.address));
  const isReset = await inTransaction(context, async (inside) => {
    const id = await redeemResetToken(inside, token);
    if (!id || !passwordHash) return false;
    const { email } = await getCredentials(inside, id);
    await setPasswordHash(inside, id, passwordHash);
    await closeEmployeeSessions(inside, id);
    await endSecondSteps(inside, id);
    await recordAudit(inside, { action: 'passwordReset', actor: id, address: client.address });
    await queueMail(inside, 'passwordChanged', email);
    return true;
  });
  if (!isReset) throw new Refusal('not_found', messages.linkDead);
  await clearAttempts(context, attempt);
}

/**
 * Changes the actor's password, ends their other sessions and their emailed links, and emails them.
 *
 * @throws Refusal 400 beside the field, 429.
 */
export async function changePassword(
  context: ActorContext,
  sessionId: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client: Client,
): Promise<void> {
  const { _id: id } = context.actor;
  const typed = { field: 'currentPassword', password: currentPassword };
  const { email } = await requireOwnPassword(context, typed, client);
  if (await isGuessable(context, newPassword, [context.actor.name, email]))
    throw invalidFields({ newPassword: messages.passwordCommon });
  const passwordHash = await hashPassword(context, newPassword, client.address);
  await inTransaction(context, async (inside) => {
    await setPasswordHash(inside, id, passwordHash);
    await revokeTokens(inside, { employeeId: id });
    await closeEmployeeSessions(inside, id, sessionId);
    await endSecondSteps(inside, id);
    await recordAudit(inside, { action: 'passwordChanged', actor: id, address: client.address });
    await queueMail(inside, 'passwordChanged', email);
  });
}

/** Tells for which email address a link was sent, and what it is for; the link stays valid. @throws Refusal 404 for a dead link. */
export async function readEmailOfLink(
  context: Context,
  token: string,
): Promise<EndpointReply<typeof getEmailFromToken>> {
  const invite = await findInviteOfLink(context, token);
  if (invite) return { email: invite.email, purpose: 'invitation' };
  const employee = await findEmployeeOfResetToken(context, token);
  if (employee) return { email: employee.email, purpose: 'passwordReset' };
  throw new Refusal('not_found', messages.linkDead);
}
