import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '#contract/business.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { limitConcurrency } from '#server/lib/limit.ts';
import { networkOf } from '#server/lib/network.ts';

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const limited = limitConcurrency(2, 64, 16);
let decoy: Promise<string> | undefined;

/**
 * @param address the client's, whose network takes turns with others; empty for the server's own work.
 * @throws TooBusyError when too many calls wait.
 */
export function hashPassword(password: string, address = ''): Promise<string> {
  return limited(() => hash(password, cost), networkOf(address));
}

/**
 * An unknown account takes the same time: a decoy is verified.
 *
 * @throws TooBusyError as `hashPassword`.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  address = '',
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost);
  const against = stored ?? (await decoy);
  const typed = password.slice(0, 4 * passwordLength.max);
  const matches = await limited(() => verify(against, typed), networkOf(address));
  return matches && stored !== undefined;
}

/**
 * By somebody who knows the person and the dealer.
 *
 * @param about the person's name and email, if known.
 */
export async function isGuessable(
  context: Context,
  password: string,
  about: readonly string[],
): Promise<boolean> {
  const { passwordStrength } = await import('#contract/text/password-strength.ts');
  const { name } = await readDealer(context);
  return passwordStrength(password, [...about, name]) === 'weak';
}
