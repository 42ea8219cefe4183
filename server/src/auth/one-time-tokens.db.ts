import type { Insertable } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { OneTimeTokens } from '#server/db/types.ts';

/** Stores the hash of a token that an email or link carries. */
export async function insertToken(db: Db, token: Insertable<OneTimeTokens>): Promise<void> {
  await db.insertInto('one_time_tokens').values(token).execute();
}

/** Finds whose a token is, without spending it; undefined when it is unknown, for another purpose or expired. */
export async function findToken(db: Db, purpose: OneTimeTokens['purpose'], tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('one_time_tokens')
    .select(['employee_id', 'invite_id'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Finds the active employee whose password a token may set, without spending it; undefined when it is unknown or expired. */
export async function findResetToken(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('one_time_tokens as t')
    .innerJoin('employees as e', 'e.id', 't.employee_id')
    .select(['e.id', 'e.name', 'e.email'])
    .where('t.token_hash', '=', tokenHash)
    .where('t.purpose', '=', 'passwordReset')
    .where('e.is_active', '=', true)
    .where('t.expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes a token that is valid. @returns the id of its employee; undefined when it is not, and for all but one of those who try at once. */
export async function spendResetToken(db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'passwordReset')
    .where('expires_at', '>', now)
    .returning('employee_id')
    .executeTakeFirst();
  return row?.employee_id ?? undefined;
}

/** Deletes all tokens that set up the dealer, if this one is valid. @returns false when it is not; for all but one of those who try at once. */
export async function spendSetUpTokens(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'setup')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('one_time_tokens as t')
          .select('t.token_hash')
          .where('t.token_hash', '=', tokenHash)
          .where('t.purpose', '=', 'setup')
          .where('t.expires_at', '>', now),
      ),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes all tokens of an employee or an invitation. */
export async function deleteTokens(db: Db, owner: 'employee_id' | 'invite_id', id: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where(owner, '=', id).execute();
}
