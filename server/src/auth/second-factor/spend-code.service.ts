import type { SecondFactorKind } from '#contract/audit.ts';
import type { Context } from '#server/context.ts';
import { asAppCode } from './app-codes.ts';
import { spendAppCode } from './authenticator-apps.service.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendRecoveryCode } from './second-factor.db.ts';

/** @returns what the code is of, which is spent; undefined for a wrong code. */
export async function spendCode(
  context: Context,
  employeeId: string,
  code: string,
): Promise<SecondFactorKind | undefined> {
  const digits = asAppCode(code);
  if (digits) return (await spendAppCode(context, employeeId, digits)) ? 'app' : undefined;
  const isSpent = await spendRecoveryCode(context.db, employeeId, hashRecoveryCode(employeeId, code));
  return isSpent ? 'recoveryCode' : undefined;
}
