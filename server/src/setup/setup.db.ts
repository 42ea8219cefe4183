import type { Db } from '#server/db/transaction.ts';

export async function insertSetUpToken(db: Db, tokenHash: Buffer, at: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({ token_hash: tokenHash, purpose: 'setup', created_at: at, expires_at: expiresAt })
    .execute();
}

export async function isSetUpToken(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'setup')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every link dies, those of other processes too. @returns whether this one was among the living. */
export async function spendSetUpTokens(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const spent = await db
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'setup')
    .returning(['token_hash', 'expires_at'])
    .execute();
  return spent.some((row) => row.token_hash.equals(tokenHash) && row.expires_at > now);
}
