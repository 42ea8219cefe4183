import { sql } from 'kysely';
import type { Employee } from '#contract/employees.ts';
import { type Level, managementLevels } from '#contract/levels.ts';
import { awayUntil, centersOfEmployee, hasSecondFactor, needsSecondFactor } from '#server/db/fragments.ts';
import { type PageOptions, readPage } from '#server/db/page-of.ts';
import { textMatchesSearch, toSearchFormSql } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

type NewEmployee = {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  level: Level;
  dp: string | null;
  at: Date;
};

/** Finds the password hash of an email address, of an inactive employee too; connections have none. */
export async function findCredentialsByEmail(db: Db, email: string) {
  return db
    .selectFrom('employees')
    .select(['id', 'password_hash', 'is_active'])
    .where('email', '=', email)
    .where('is_connection', '=', false)
    .executeTakeFirst();
}

/** Finds the email address and password hash of an employee. */
export async function findCredentialsById(db: Db, id: string) {
  return db
    .selectFrom('employees')
    .select(['email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks an employee's password hash and activity until commit, and returns them; undefined when there is none. */
export async function lockCredentialsById(db: Db, id: string) {
  return db
    .selectFrom('employees')
    .select(['password_hash', 'is_active'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** Finds an employee as the contract describes them, inactive ones too. */
export async function findAccountById(db: Db, id: string, now: Date): Promise<Employee | undefined> {
  return selectAccounts(db, now).where('e.id', '=', id).executeTakeFirst();
}

type EmployeeFilter = {
  level: Level;
  isActive: boolean | undefined;
  search: TextSearch | undefined;
  now: Date;
};

/** Finds a page of the employees of a level that match, by name. */
export function findAccounts(db: Db, { level, isActive, search, now }: EmployeeFilter, page: PageOptions) {
  const accounts = selectAccounts(db, now)
    .where('e.level', '=', level)
    .$if(isActive !== undefined, (query) => query.where('e.is_active', '=', isActive ?? true))
    .where(search ? textMatchesSearch(toSearchFormSql('e.name', 'e.email'), search) : sql<boolean>`true`)
    .orderBy(sql`e.name collate "und-x-icu"`)
    .orderBy('e.id');
  return readPage(db, accounts, page);
}

/** Counts the active people in management, and those of them without a second factor. */
export async function countManagement(db: Db): Promise<{ people: number; without: number }> {
  return db
    .selectFrom('employees as e')
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      sql<number>`count(*) filter (where not ${hasSecondFactor})`.as('without'),
    ])
    .where('e.level', 'in', managementLevels)
    .where('e.is_active', '=', true)
    .executeTakeFirstOrThrow();
}

/** Locks employees in order of id, until commit. @returns their level and activity by id; connections and unknown ones are missing. */
export async function lockEmployees(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'level', 'is_active as isActive'])
    .where('id', 'in', ids)
    .where('is_connection', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inserts an employee. @returns false when somebody has the email address already. */
export async function insertEmployee(db: Db, employee: NewEmployee): Promise<boolean> {
  const result = await db
    .insertInto('employees')
    .values(rowOf(employee))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Updates an employee; absent columns stay. */
export async function updateEmployee(
  db: Db,
  id: string,
  changes: {
    name?: string;
    dp?: string | null;
    level?: Level;
    password_hash?: string;
    is_active?: boolean;
    away_until?: string | null;
    updated_at: Date;
  },
): Promise<void> {
  await db.updateTable('employees').set(changes).where('id', '=', id).execute();
}

/** Assigns a new employee to service centers. */
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

/** Inserts an account that nobody can log in to, as which a connection records leads. */
export async function insertConnectionAccount(db: Db, id: string, name: string, at: Date): Promise<void> {
  // A name that is no mail address, and a hash that no password has.
  const account = {
    id,
    name,
    email: `${id}@connection`,
    passwordHash: '',
    level: 'unassigned',
    dp: null,
    at,
  } as const;
  await db
    .insertInto('employees')
    .values({ ...rowOf(account), is_connection: true })
    .execute();
}

/** Replaces the service centers of an employee, in one statement that touches only what changes. */
export async function replaceAssignments(
  db: Db,
  employeeId: string,
  centerIds: readonly string[],
): Promise<void> {
  await sql`
    with taken as (
      delete from employee_service_centers
      where employee_id = ${employeeId} and service_center_id <> all(${centerIds}::uuid[]))
    insert into employee_service_centers (employee_id, service_center_id)
    select ${employeeId}, center from unnest(${centerIds}::uuid[]) center
    on conflict do nothing`.execute(db);
}

function rowOf(employee: NewEmployee) {
  return {
    id: employee.id,
    name: employee.name,
    email: employee.email,
    password_hash: employee.passwordHash,
    level: employee.level,
    dp: employee.dp,
    created_at: employee.at,
    updated_at: employee.at,
  };
}

function selectAccounts(db: Db, now: Date) {
  return db
    .selectFrom('employees as e')
    .where('e.is_connection', '=', false)
    .select([
      'e.id as _id',
      'e.name',
      'e.email',
      'e.level',
      'e.dp',
      'e.is_active as isActive',
      hasSecondFactor.as('hasSecondFactor'),
      needsSecondFactor.as('needsSecondFactor'),
      awayUntil(now).as('awayUntil'),
      centersOfEmployee.as('serviceCenter'),
    ]);
}
