import { hash, verify } from '@node-rs/argon2';
import { passwordLength } from '#contract/business.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { getNetwork } from '#server/lib/network.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const turns = openLimiter(2, 256, 16);
type Waiting = Pick<Context, 'releaseWhileWaiting'>;

let decoy: Promise<string> | undefined;

/**
 * Hashes a password for storage. Whoever waits for a hash, which takes long when many log in, gives up their place among the calls
 * under way.
 *
 * @param address the client's, whose network takes turns with others; empty for the server's own work.
 * @throws TooBusyError when too many calls wait.
 */
export function hashPassword(context: Waiting, password: string, address = ''): Promise<string> {
  return inTurn(context, () => hash(password, cost), address);
}

/**
 * Tells whether a password matches a stored hash, in the Unicode form in which new ones are stored or as it was typed. An unknown
 * account, whose `stored` is undefined, takes the same time and never matches.
 *
 * @throws TooBusyError as `hashPassword`.
 */
export async function verifyPassword(
  context: Waiting,
  stored: string | undefined,
  password: string,
  address = '',
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost);
  const against = stored ?? (await decoy);
  const typed = password.slice(0, 4 * passwordLength.max);
  const forms = new Set([typed.normalize('NFKC'), typed]);
  let isMatching = false;
  for (const form of forms)
    isMatching = (await inTurn(context, () => verify(against, form), address)) || isMatching;
  return isMatching && stored !== undefined;
}

function inTurn<T>(
  { releaseWhileWaiting = (wait) => wait() }: Waiting,
  work: () => Promise<T>,
  address: string,
): Promise<T> {
  return releaseWhileWaiting(() => turns.run(work, getNetwork(address)));
}

/**
 * Tells whether somebody who knows the person and the dealer could guess the password.
 *
 * @param about the person's name and email, if known.
 */
export async function isGuessable(
  context: Context,
  password: string,
  about: readonly string[],
): Promise<boolean> {
  const { estimatePasswordStrength: passwordStrength } = await import('#contract/text/password-strength.ts');
  const { name } = await readDealer(context);
  return passwordStrength(password, [...about, name]) === 'weak';
}
