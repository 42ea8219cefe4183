import { createHash, randomInt } from 'node:crypto';
import type { SecondFactorKind } from '#contract/audit.ts';
import { recoveryCodeCount } from '#contract/login/second-factor.ts';
import type { Context } from '#server/context.ts';
import { parseAuthenticatorCode, verifyAuthenticatorCode } from './app-codes.ts';
import { findAppSecret, spendAppStep } from './authenticator-apps.db.ts';
import { spendRecoveryCode } from './second-factor.db.ts';

const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
    ).join('-'),
  );
}

export function hashRecoveryCode(employeeId: string, typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(`${employeeId} ${code}`).digest();
}

/** @returns what the code is of, which is spent; undefined for a wrong or used one. */
export async function spendSecondFactorCode(
  { db, clock }: Context,
  employeeId: string,
  code: string,
): Promise<SecondFactorKind | undefined> {
  const digits = parseAuthenticatorCode(code);
  if (!digits) {
    const isSpent = await spendRecoveryCode(db, employeeId, hashRecoveryCode(employeeId, code));
    return isSpent ? 'recoveryCode' : undefined;
  }
  const secret = await findAppSecret(db, employeeId);
  const step = secret && verifyAuthenticatorCode(secret, digits, clock.now());
  return secret && step && (await spendAppStep(db, employeeId, secret, step)) ? 'app' : undefined;
}
