import { messages } from '#contract/messages.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { passwordMatches } from '#server/auth/passwords.service.ts';
import { openSession } from '#server/auth/sessions.service.ts';
import { clearTries, countMail, countTry } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findCredentials, getAccount } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/client.ts';
import { Refusal } from '#server/http/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';

/**
 * Signs an employee in. An unknown address, a wrong password and an unverified account are refused alike, in the same time;
 * who knows the password of an unverified account is mailed a fresh code.
 *
 * @throws Refusal 401 'Wrong Email or Password', 429 after too many tries.
 */
export async function signIn(
  context: Context,
  credentials: { email: string; password: string },
  client: Client,
): Promise<SignedInAccount> {
  const attempt = { purpose: 'login', address: client.address, account: credentials.email } as const;
  await countTry(context, attempt);
  const stored = await findCredentials(context, credentials.email);
  const matches = await passwordMatches(stored?.passwordHash, credentials.password);
  if (!stored || !matches || !stored.isVerified) {
    const subject = stored?.id ?? null;
    await recordAudit(context, { action: 'signInFailed', actor: null, subject, address: client.address });
    if (stored && matches && (await countMail(context, credentials.email)))
      await queueMail(context, 'code', credentials.email);
    throw new Refusal('unauthorized', messages.wrongCredentials);
  }
  await clearTries(context, attempt);
  return startSession(context, stored.id, client);
}

/** Opens a session for an employee whose identity is proven. */
export function startSession(context: Context, employeeId: string, client: Client): Promise<SignedInAccount> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const token = await openSession(inside, employeeId, client.userAgent);
    await recordAudit(inside, { action: 'signedIn', actor: employeeId, address: client.address });
    return { ...(await getAccount(inside, employeeId)), token };
  });
}
