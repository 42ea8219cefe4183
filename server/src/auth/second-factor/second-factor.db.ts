import { sql } from 'kysely';
import { hasSecondFactor, mustHaveSecondFactor } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * Finds which second factors an employee has, whether two-step login is on, and whether the dealer requires it of them; undefined for
 * an unknown employee.
 */
export async function findSecondFactor(db: Db, employeeId: string) {
  return db
    .selectFrom('employees as e')
    .leftJoin('authenticator_apps as app', 'app.employee_id', 'e.id')
    .select((query) => [
      'app.added_at as appAddedAt',
      sql<boolean>`exists (select from passkeys where employee_id = e.id)`.as('hasPasskey'),
      hasSecondFactor.as('isOn'),
      mustHaveSecondFactor.as('isRequired'),
      query
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('employee_id', '=', 'e.id')
        .as('recoveryCodesLeft'),
    ])
    .where('e.id', '=', employeeId)
    .executeTakeFirst();
}

/** Locks an employee until commit, so that their factors change one at a time. It throws for an unknown employee. */
export async function lockSecondFactor(db: Db, employeeId: string): Promise<void> {
  await db
    .selectFrom('employees')
    .select('id')
    .where('id', '=', employeeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Deletes an employee's passkeys, authenticator app and recovery codes. */
export async function deleteFactors(db: Db, employeeId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('employee_id', '=', employeeId).execute();
  await db.deleteFrom('authenticator_apps').where('employee_id', '=', employeeId).execute();
  await db.deleteFrom('recovery_codes').where('employee_id', '=', employeeId).execute();
}

/** Stores the hashes of an employee's new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  db: Db,
  employeeId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('employee_id', '=', employeeId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ employee_id: employeeId, code_hash })))
    .execute();
}

/** Deletes a recovery code. @returns false when there is none, and for all but one of those who try at once. */
export async function spendRecoveryCode(db: Db, employeeId: string, hash: Buffer): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('employee_id', '=', employeeId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
