import { sql } from 'kysely';
import type { Level } from '#contract/levels.ts';
import type { Account, ServiceCenterName } from '#contract/people.ts';
import type { Db } from '#server/db/transaction.ts';

/** A new account. */
export type NewEmployee = {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  level: Level;
  dp: string | null;
  isVerified: boolean;
  at: Date;
};

export async function findCredentialsByEmail(db: Db, email: string) {
  return db
    .selectFrom('employees')
    .select(['id', 'password_hash', 'is_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function findCredentialsById(db: Db, id: string) {
  return db
    .selectFrom('employees')
    .select(['email', 'password_hash', 'is_verified'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An employee with the centers that he is assigned to, by name. */
export async function findAccountById(db: Db, id: string): Promise<Account | undefined> {
  return selectAccounts(db).where('e.id', '=', id).executeTakeFirst();
}

/** Verified employees of a level by name. @param pattern what name or e-mail must be like, in lower case. */
export async function findAccountsByLevel(
  db: Db,
  level: Level,
  pattern: string | undefined,
  limit: number,
  offset: number,
): Promise<Account[]> {
  return selectAccounts(db)
    .where('e.id', 'in', ofLevel(db, level, pattern))
    .orderBy(sql`e.name collate "und-x-icu"`)
    .orderBy('e.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countByLevel(db: Db, level: Level, pattern: string | undefined): Promise<number> {
  const row = await db
    .selectFrom(ofLevel(db, level, pattern).as('found'))
    .select((query) => query.fn.countAll<number>().as('employees'))
    .executeTakeFirstOrThrow();
  return row.employees;
}

/** Levels of these verified employees, held in one order against other assignments until commit. */
export async function lockLevels(db: Db, ids: readonly string[]): Promise<Map<string, Level>> {
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'level'])
    .where('id', 'in', ids)
    .where('is_verified', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row.level]));
}

/** @returns whether the employee was added; false when the address has an account. */
export async function insertEmployee(db: Db, employee: NewEmployee): Promise<boolean> {
  const result = await db
    .insertInto('employees')
    .values(rowOf(employee))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Adds an employee, or gives an account that was never verified to him who proves to own the address.
 *
 * @returns the account's id, undefined when the address has a verified account.
 */
export async function insertOrTakeOver(db: Db, employee: NewEmployee): Promise<string | undefined> {
  const row = await db
    .insertInto('employees')
    .values(rowOf(employee))
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((set) => ({
          name: set.ref('excluded.name'),
          password_hash: set.ref('excluded.password_hash'),
          dp: set.ref('excluded.dp'),
          is_verified: set.ref('excluded.is_verified'),
          updated_at: set.ref('excluded.updated_at'),
        }))
        .where('employees.is_verified', '=', false),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateEmployee(
  db: Db,
  id: string,
  changes: {
    name?: string;
    dp?: string | null;
    level?: Level;
    password_hash?: string;
    is_verified?: boolean;
    updated_at: Date;
  },
): Promise<void> {
  await db.updateTable('employees').set(changes).where('id', '=', id).execute();
}

export async function insertAssignments(
  db: Db,
  employeeId: string,
  centerIds: readonly string[],
): Promise<void> {
  if (centerIds.length === 0) return;
  await db
    .insertInto('employee_service_centers')
    .values(centerIds.map((id) => ({ employee_id: employeeId, service_center_id: id })))
    .execute();
}

export async function deleteAssignments(db: Db, employeeId: string): Promise<void> {
  await db.deleteFrom('employee_service_centers').where('employee_id', '=', employeeId).execute();
}

function rowOf(employee: NewEmployee) {
  return {
    id: employee.id,
    name: employee.name,
    email: employee.email,
    password_hash: employee.passwordHash,
    level: employee.level,
    dp: employee.dp,
    is_verified: employee.isVerified,
    created_at: employee.at,
    updated_at: employee.at,
  };
}

function ofLevel(db: Db, level: Level, pattern: string | undefined) {
  return db
    .selectFrom('employees')
    .select('id')
    .where('level', '=', level)
    .where('is_verified', '=', true)
    .$if(pattern !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where(sql<string>`lower(name collate "und-x-icu")`, 'like', pattern ?? ''),
          where('email', 'like', pattern ?? ''),
        ]),
      ),
    );
}

function selectAccounts(db: Db) {
  return db.selectFrom('employees as e').select([
    'e.id as _id',
    'e.name',
    'e.email',
    'e.level',
    'e.dp',
    sql<ServiceCenterName[]>`coalesce((
        select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
        from employee_service_centers ec join service_centers c on c.id = ec.service_center_id
        where ec.employee_id = e.id), '[]')`.as('serviceCenter'),
  ]);
}
