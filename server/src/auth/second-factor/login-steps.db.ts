import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Stores that a login waits for its second step, and deletes the employee's oldest ones, so that at most `kept` wait. */
export async function insertLoginStep(
  db: Db,
  step: { tokenHash: Buffer; employeeId: string; expiresAt: Date; address: string; userAgent: string | null },
  kept: number,
): Promise<void> {
  await sql`
    delete from login_steps where token_hash in (
      select token_hash from login_steps where employee_id = ${step.employeeId}
      order by expires_at desc offset ${kept - 1} for update skip locked)`.execute(db);
  await db
    .insertInto('login_steps')
    .values({
      token_hash: step.tokenHash,
      employee_id: step.employeeId,
      expires_at: step.expiresAt,
      address: step.address,
      user_agent: step.userAgent,
    })
    .execute();
}

/** Finds the id of the active employee whose login waits, without spending its token; undefined when it is unknown or expired. */
export async function findEmployeeIdOfLoginStep(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_steps as step')
    .innerJoin('employees as e', 'e.id', 'step.employee_id')
    .select('e.id')
    .where('step.token_hash', '=', tokenHash)
    .where('step.expires_at', '>', now)
    .where('e.is_active', '=', true)
    .executeTakeFirst();
  return row?.id;
}

/** Deletes a login's second step, expired or not. @returns false when there was none, and for all but one of those who try at once. */
export async function spendLoginStep(db: Db, tokenHash: Buffer): Promise<boolean> {
  const result = await db.deleteFrom('login_steps').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes all waiting second steps of an employee. */
export async function deleteEmployeeLoginSteps(db: Db, employeeId: string): Promise<void> {
  await db.deleteFrom('login_steps').where('employee_id', '=', employeeId).execute();
}

/** Deletes the waiting second steps of an employee that one client began. */
export async function deleteLoginStepsAt(
  db: Db,
  employeeId: string,
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<void> {
  await db
    .deleteFrom('login_steps')
    .where('employee_id', '=', employeeId)
    .where('address', '=', address)
    .where('user_agent', 'is not distinct from', userAgent)
    .execute();
}

/** Deletes the oldest second steps that nobody took in time, at most `most`. @returns whose they were, and from which address. */
export async function deleteExpiredLoginSteps(db: Db, now: Date, most: number) {
  const { rows } = await sql<{ employeeId: string; address: string }>`
    delete from login_steps where token_hash in (
      select token_hash from login_steps where expires_at <= ${now}
      order by expires_at limit ${most} for update skip locked)
    returning employee_id as "employeeId", address`.execute(db);
  return rows;
}
