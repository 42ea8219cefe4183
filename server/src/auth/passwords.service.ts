import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '#contract/business.ts';
import { commonPasswords } from '#server/auth/common-passwords.ts';
import { limitConcurrency } from '#server/lib/limit.ts';

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const limited = limitConcurrency(2, 64);
let decoy: Promise<string> | undefined;

/** @returns the argon2id hash under which a password is stored. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, cost));
}

/**
 * Checks a password in the same time whether or not there is an account: without one, a decoy is verified.
 *
 * @param stored the account's hash, or undefined for an unknown account.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const against = stored ?? (await decoy);
  const matches = await limited(() => verify(against, password.slice(0, 4 * passwordLength.max)));
  return matches && stored !== undefined;
}

/** @returns whether a password is among those that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return commonPasswords.has(plain) || new Set(plain).size < 4;
}
