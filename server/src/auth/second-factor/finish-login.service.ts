import type { SecondFactorKind } from '#contract/audit.ts';
import { messages } from '#contract/call/messages.ts';
import type { PasskeyRequest } from '#contract/login/passkeys.ts';
import type { PasskeyProof } from '#contract/login/second-factor.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { startSession } from '#server/auth/auth.service.ts';
import { clearAttempts, countAttempt } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getCredentials } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { hashToken } from '#server/lib/ids.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { createPasskeyRequest, type RelyingParty, verifyPasskey } from './ceremonies.service.ts';
import { spendSecondFactorCode } from './codes.service.ts';
import { endSecondStepsAt, findEmployeeIdOfSecondStep, spendSecondStep } from './login-steps.service.ts';

/**
 * Finishes a login by a code of the app or a recovery code.
 *
 * @throws Refusal 400 beside `code`, 401 for a dead token, 429.
 */
export function finishLoginByCode(
  context: Context,
  { token, code }: { token: string; code: string },
  client: Client,
): Promise<SignedInAccount> {
  const spend: Spend = (inside, employeeId) => spendSecondFactorCode(inside, employeeId, code);
  return finishLogin(context, token, client, { spend, fault: { code: messages.appCodeWrong } });
}

/**
 * Makes what a browser needs to take the second step of a login by a passkey.
 *
 * @throws Refusal 401 for a dead token, 404 without a passkey.
 */
export async function startPasskeyStep(
  context: Context,
  rp: RelyingParty,
  token: string,
): Promise<PasskeyRequest> {
  const employeeId = await findEmployeeIdOfSecondStep(context, token);
  if (!employeeId) throw stepGone();
  return createPasskeyRequest(context, rp, { purpose: 'logIn', loginStep: hashToken(token) }, employeeId);
}

/** Finishes a login by a passkey. @throws Refusal 400 beside `passkey`, else as {@link finishLoginByCode}. */
export function finishLoginByPasskey(
  context: Context,
  rp: RelyingParty,
  { token, passkey }: { token: string; passkey: PasskeyProof },
  client: Client,
): Promise<SignedInAccount> {
  const loginStep = hashToken(token);
  const spend: Spend = async (inside, employeeId) =>
    (await verifyPasskey(inside, rp, { purpose: 'logIn', loginStep }, employeeId, passkey))
      ? 'passkey'
      : undefined;
  return finishLogin(context, token, client, { spend, fault: { passkey: messages.passkeyRefused } });
}

type Spend = (inside: Context, employeeId: string) => Promise<SecondFactorKind | undefined>;

async function finishLogin(
  context: Context,
  token: string,
  client: Client,
  { spend, fault }: { spend: Spend; fault: Record<string, string> },
): Promise<SignedInAccount> {
  const employeeId = await findEmployeeIdOfSecondStep(context, token);
  if (!employeeId) throw stepGone();
  const attempt = { purpose: 'secondStep', address: client.address, account: employeeId } as const;
  await countAttempt(context, attempt);
  const account = await inTransaction(context, async (inside) => {
    const factor = await spend(inside, employeeId);
    if (!factor) return undefined;
    if (!(await spendSecondStep(inside, token))) throw stepGone();
    await endSecondStepsAt(inside, employeeId, client);
    if (factor === 'recoveryCode') await tellOfRecoveryCode(inside, employeeId);
    return startSession(inside, employeeId, client, factor);
  });
  if (!account) {
    await recordAudit(context, {
      action: 'secondStepFailed',
      actor: null,
      subject: employeeId,
      address: client.address,
    });
    throw invalidFields(fault);
  }
  await clearAttempts(context, attempt);
  return account;
}

async function tellOfRecoveryCode(context: Context, employeeId: string): Promise<void> {
  const { email } = await getCredentials(context, employeeId);
  await recordAudit(context, { action: 'recoveryCodeUsed', actor: employeeId });
  await queueMail(context, 'recoveryCodeUsed', email);
}

function stepGone(): Refusal {
  return new Refusal('unauthorized', messages.loginStepGone);
}
