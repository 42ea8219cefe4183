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

/** Makes new recovery codes; stores none. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
    ).join('-'),
  );
}

/** Hashes a recovery code as it was typed: case and dashes do not matter, nor `o` for 0 and `i` or `l` for 1. */
export function hashRecoveryCode(employeeId: string, typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(`${employeeId} ${code}`).digest();
}

/** Spends a code of an authenticator app or a recovery code. @returns which of them it was; undefined for a wrong or used one. */
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
