import type { SecondFactorKind } from '#contract/audit.ts';
import type { SecondStep } from '#contract/auth.ts';
import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Visitor } from '#server/auth/registration/registration.service.ts';
import { findWaitingRegistration } from '#server/auth/registration/waiting-registrations.service.ts';
import { startSecondStep } from '#server/auth/second-factor/login-steps.service.ts';
import { closeEmployeeSessions, openSession } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { setActiveWithLeads } from '#server/employees/departures.service.ts';
import { findCredentials, getAccount, lockCredentials } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { revokeTokens } from './one-time-tokens.service.ts';
import { verifyPassword } from './passwords.service.ts';
import { clearAttempts, countAttempt, countEmailToAddress } from './throttles.service.ts';

/**
 * Logs in by email and password. Unknown address, wrong password, inactive account and unproven registration are refused alike, in the
 * same time; whoever knows a waiting registration's password is emailed a fresh code. Failures are audited.
 *
 * @returns the session or, with a second factor, the next step.
 * @throws Refusal 401 'Wrong Email or Password', 429.
 */
export async function signIn(
  context: Context,
  credentials: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedInAccount | { secondStep: SecondStep }> {
  const { email, password } = credentials;
  const { address } = visitor;
  const attempt = { purpose: 'login', address, account: email } as const;
  await countAttempt(context, attempt);
  const stored = await findCredentials(context, email);
  const waiting = await findWaitingRegistration(context, email.trim(), visitor);
  const matches = await verifyPassword(
    context,
    stored?.passwordHash ?? waiting?.passwordHash,
    password,
    address,
  );
  if (!stored?.isActive || !matches) {
    await recordAudit(context, { action: 'signInFailed', actor: null, subject: stored?.id ?? null, address });
    if (!stored && waiting && matches && (await countEmailToAddress(context, email, address)))
      await queueMail(context, 'code', email, waiting.id);
    throw new Refusal('unauthorized', messages.wrongCredentials);
  }
  await clearAttempts(context, attempt);
  return inTransaction(context, async (inside) => {
    // Meanwhile the password may have changed, or a second factor been added: less must open no session.
    if (!(await lockCredentials(inside, stored.id, stored.passwordHash)))
      throw new Refusal('unauthorized', messages.wrongCredentials);
    const secondStep = await startSecondStep(inside, stored.id, visitor);
    return secondStep ? { secondStep } : startSession(inside, stored.id, visitor);
  });
}

/**
 * Opens a session of an employee who has proven who they are, and audits the login.
 *
 * @param factor the second factor that they used, if any.
 * @returns the account with the session's bearer token.
 */
export function startSession(
  context: Context,
  employeeId: string,
  client: Client,
  factor?: SecondFactorKind,
): Promise<SignedInAccount> {
  return inTransaction(context, async (inside) => {
    const token = await openSession(inside, employeeId, client.userAgent);
    await recordAudit(inside, {
      action: 'signedIn',
      actor: employeeId,
      address: client.address,
      ...(factor && { details: { factor } }),
    });
    return { ...(await getAccount(inside, employeeId)), token };
  });
}

/**
 * Sets an employee active or inactive. Deactivating ends their sessions and emailed links, and queues the release of their leads.
 *
 * @throws Refusal 404, 403 by the policy.
 */
export function setEmployeeActive(context: ActorContext, id: string, isActive: boolean): Promise<Employee> {
  return inTransaction(context, async (inside) => {
    if (await setActiveWithLeads(inside, id, isActive)) {
      // On a return too: a login that raced with the deactivation may have left one.
      await closeEmployeeSessions(inside, id);
      if (!isActive) await revokeTokens(inside, { employeeId: id });
    }
    return getAccount(inside, id);
  });
}
