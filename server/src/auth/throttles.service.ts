import { createHash } from 'node:crypto';
import { addTry, deleteTriesBefore, forgetTries, takeBackTry } from '#server/auth/throttles.db.ts';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/http/refusal.ts';
import { networkOf } from '#server/lib/network.ts';

const windowLength = 15 * 60_000;
const mailWindowLength = 60 * 60_000;

/** Most tries in 15 minutes: from one client network on one account, and from one network on all of them. */
const most = { account: 10, network: 100 } as const;

/** Most mails in an hour that strangers can cause to one address, from wherever they ask. */
const mostMails = 6;

/** What is being tried: a purpose, from a client address, on an account. */
export type Attempt = {
  purpose:
    | 'login'
    | 'register'
    | 'forgotPassword'
    | 'reset'
    | 'verify'
    | 'resend'
    | 'invitation'
    | 'password';
  address: string;
  account: string;
};

/**
 * Counts a try and refuses it when there were too many. Keys are hashed, so that no address or e-mail is stored.
 *
 * @throws Refusal 429 with the seconds until the window ends.
 */
export async function countTry(context: Context, attempt: Attempt): Promise<void> {
  const now = context.clock.now();
  const { account, network } = keysOf(attempt);
  const rows = await addTry(context.db, [account, network], now, new Date(now.getTime() + windowLength));
  for (const row of rows) {
    if (row.tries > (row.key === account ? most.account : most.network)) {
      const retryAfter = (row.resets_at.getTime() - now.getTime()) / 1000;
      throw new Refusal('too_many_requests', 'Too many tries. Wait a little and try again.', { retryAfter });
    }
  }
}

/** After a try that succeeded: it does not count, nor do the earlier ones on the account from this address. */
export async function clearTries(context: Context, attempt: Attempt): Promise<void> {
  const { account, network } = keysOf(attempt);
  await forgetTries(context.db, account);
  await takeBackTry(context.db, network);
  await deleteTriesBefore(context.db, context.clock.now());
}

/** Counts a mail that a stranger asks for. @returns false when its address has had enough of them for an hour. */
export async function countMail(context: Context, email: string): Promise<boolean> {
  const now = context.clock.now();
  const key = keyOf('mail', email.trim().toLowerCase());
  const [row] = await addTry(context.db, [key], now, new Date(now.getTime() + mailWindowLength));
  return (row?.tries ?? 0) <= mostMails;
}

function keysOf({ purpose, address, account }: Attempt) {
  const network = networkOf(address);
  return {
    account: keyOf(purpose, network, account.trim().toLowerCase()),
    network: keyOf(purpose, network),
  };
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
