import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Finds an employee's passkeys, the first one added first. */
export async function findPasskeys(db: Db, employeeId: string) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'name',
      'added_at',
      'last_used_at',
    ])
    .where('employee_id', '=', employeeId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

/** A passkey of an employee as {@link findPasskeys} finds it. */
export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number];

type NewPasskeyRow = {
  id: string;
  employeeId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  at: Date;
};

/** Inserts a passkey. @returns false when it is registered already, by anybody. */
export async function insertPasskey(db: Db, passkey: NewPasskeyRow): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      employee_id: passkey.employeeId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      added_at: passkey.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Renames an employee's passkey. @returns false when it is not theirs. */
export async function updatePasskeyName(
  db: Db,
  employeeId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Stores when a passkey was used, and its new counter. @returns false for all but one of those who try at once with the same count. */
export async function updatePasskeyUse(
  db: Db,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  next: { counter: number; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter: next.counter, last_used_at: next.at })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Deletes an employee's passkey. @returns false when it is not theirs. */
export async function deletePasskey(db: Db, employeeId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** The owner of a passkey challenge: a session that adds or turns off a second factor, or a login that waits for its second step. */
export type ChallengeOwner =
  | { purpose: 'add' | 'turnOff'; sessionId: string }
  | { purpose: 'logIn'; loginStep: Buffer };

/** Stores a challenge in place of the owner's earlier one for the same purpose. */
export async function storeChallenge(
  db: Db,
  of: ChallengeOwner,
  row: { challenge: string; expiresAt: Date },
): Promise<void> {
  const { column, value, place } = placeOf(of);
  await sql`
    insert into passkey_challenges (purpose, ${sql.ref(column)}, challenge, expires_at)
    values (${of.purpose}, ${value}, ${row.challenge}, ${row.expiresAt})
    on conflict (${place})
    do update set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Deletes the challenge of a session or login, so that it is used once. @returns it; undefined when there is none or it has expired. */
export async function takeChallenge(db: Db, of: ChallengeOwner, now: Date): Promise<string | undefined> {
  const { column, value } = placeOf(of);
  const row = await db
    .deleteFrom('passkey_challenges')
    .where(column, '=', value)
    .where('purpose', '=', of.purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : undefined;
}

function placeOf(of: ChallengeOwner) {
  return 'sessionId' in of
    ? ({ column: 'session_id', value: of.sessionId, place: sql`session_id, purpose` } as const)
    : ({ column: 'login_step', value: of.loginStep, place: sql`login_step` } as const);
}
