import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#contract/login/second-factor.ts';

/** Crockford's base 32: no letters that look alike. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** @returns 80 random bits each, such as `k3tz-9w0c-x5mh-2d8p`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
    ).join('-'),
  );
}

/** However typed: capitals, spaces, O for 0. A fast hash does: 80 bits cannot be guessed. */
export function hashRecoveryCode(employeeId: string, typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(`${employeeId} ${code}`).digest();
}
