import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Purposes of what belongs to an employee. */
export type EmployeePurpose = 'passwordReset' | 'emailVerification';

/** Makes this the only token of its purpose that an employee has. */
export async function replaceEmployeeToken(
  db: Db,
  token: { tokenHash: Buffer; purpose: EmployeePurpose; employeeId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await deleteEmployeeTokens(db, token.employeeId, [token.purpose]);
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.tokenHash,
      purpose: token.purpose,
      employee_id: token.employeeId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute();
}

export async function deleteEmployeeTokens(
  db: Db,
  employeeId: string,
  purposes: readonly EmployeePurpose[],
): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('employee_id', '=', employeeId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** What an unverified account of this address was sent dies. */
export async function deleteTokensOfUnverified(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('employee_id', 'in', (query) =>
      query.selectFrom('employees').select('id').where('email', '=', email).where('is_verified', '=', false),
    )
    .execute();
}

/** Whose live reset token this is, without spending it. */
export async function findResetToken(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('one_time_tokens as t')
    .innerJoin('employees as e', 'e.id', 't.employee_id')
    .select(['e.id', 'e.email'])
    .where('t.token_hash', '=', tokenHash)
    .where('t.purpose', '=', 'passwordReset')
    .where('t.expires_at', '>', now)
    .executeTakeFirst();
}

/** Takes a live reset token out of the world. @returns whose it was; undefined for all but one of those who try. */
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

/** Counts a try at an employee's code. @returns the live code's hash, undefined when there is none or it was tried too often. */
export async function countCodeTry(
  db: Db,
  employeeId: string,
  now: Date,
  mostTries: number,
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ tries: sql`tries + 1` })
    .where('employee_id', '=', employeeId)
    .where('purpose', '=', 'emailVerification')
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash;
}

export async function insertInviteToken(
  db: Db,
  token: { tokenHash: Buffer; inviteId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.tokenHash,
      purpose: 'invitation',
      invite_id: token.inviteId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** The invitation that a live token belongs to. */
export async function findInviteOfToken(db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('invite_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'invitation')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.invite_id ?? undefined;
}

export async function deleteInviteTokens(db: Db, inviteId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('invite_id', '=', inviteId).execute();
}
