import type { SecondFactorKind } from '#contract/audit.ts';
import { messages } from '#contract/call/messages.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { startSession } from '#server/auth/auth.service.ts';
import { clearTries, countTry } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getCredentials } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/client.ts';
import { invalid, Refusal } from '#server/http/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { asAppCode } from './app-codes.ts';
import { spendAppCode } from './authenticator-apps.service.ts';
import { findSecondStep, spendSecondStep } from './login-steps.service.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendRecoveryCode } from './second-factor.db.ts';

/**
 * The second step, by a code of the authenticator app or a recovery code. Tries count per account, wherever they come from:
 * whoever makes them knows the password.
 *
 * @throws Refusal 400 beside `code`, 401 when the token is unknown, used or expired, 429 after too many tries.
 */
export async function finishLoginByCode(
  context: Context,
  { token, code }: { token: string; code: string },
  client: Client,
): Promise<SignedInAccount> {
  const employeeId = await findSecondStep(context, token);
  if (!employeeId) throw stepGone();
  const attempt = { purpose: 'secondStep', address: client.address, account: employeeId } as const;
  await countTry(context, attempt);
  const account = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const factor = await spendCode(inside, employeeId, code);
    if (!factor) return undefined;
    if (!(await spendSecondStep(inside, token))) throw stepGone();
    return startSession(inside, employeeId, client, factor);
  });
  if (!account) {
    await recordAudit(context, {
      action: 'secondStepFailed',
      actor: null,
      subject: employeeId,
      address: client.address,
    });
    throw invalid({ code: messages.appCodeWrong });
  }
  await clearTries(context, attempt);
  return account;
}

async function spendCode(
  context: Context,
  employeeId: string,
  code: string,
): Promise<SecondFactorKind | undefined> {
  const digits = asAppCode(code);
  if (digits) return (await spendAppCode(context, employeeId, digits)) ? 'app' : undefined;
  if (!(await spendRecoveryCode(context.db, employeeId, hashRecoveryCode(employeeId, code))))
    return undefined;
  const { email } = await getCredentials(context, employeeId);
  await recordAudit(context, { action: 'recoveryCodeUsed', actor: employeeId });
  await queueMail(context, 'recoveryCodeUsed', email);
  return 'recoveryCode';
}

function stepGone(): Refusal {
  return new Refusal('unauthorized', messages.loginStepGone);
}
