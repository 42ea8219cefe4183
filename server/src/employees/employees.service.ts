import type { listEmployeesByLevel } from '#contract/employees.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { Level } from '#contract/levels.ts';
import { pagesFor } from '#contract/paging.ts';
import type { Account } from '#contract/people.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  countByLevel,
  findAccountById,
  findAccountsByLevel,
  findCredentialsByEmail,
  findCredentialsById,
  insertAssignments,
  insertEmployee,
  insertOrTakeOver,
  type NewEmployee,
  updateEmployee,
} from '#server/employees/employees.db.ts';
import { notFound } from '#server/http/refusal.ts';
import { newId } from '#server/lib/ids.ts';
import { dropPicture } from '#server/pictures/pictures.service.ts';

/** Who registers. */
export type Registration = { name: string; email: string; passwordHash: string; dp: string | null };

/** What is needed to check a sign-in; undefined for an unknown address. */
export async function findCredentials(context: Context, email: string) {
  const row = await findCredentialsByEmail(context.db, email.trim().toLowerCase());
  return row && { id: row.id, passwordHash: row.password_hash, isVerified: row.is_verified };
}

/** The same for an employee by id. @throws Refusal 404 when there is no such employee. */
export async function getCredentials(context: Context, id: string) {
  const row = await findCredentialsById(context.db, id);
  if (!row) throw notFound();
  return { email: row.email, passwordHash: row.password_hash, isVerified: row.is_verified };
}

/** @throws Refusal 404 when there is no such employee. */
export async function getAccount(context: Context, id: string): Promise<Account> {
  const account = await findAccountById(context.db, id);
  if (!account) throw notFound();
  return account;
}

/** A page of the verified employees of a level by name; `search` finds any part of name or e-mail. */
export async function listEmployees(
  context: Context,
  level: Level,
  { page, limit, search }: Query<typeof listEmployeesByLevel>,
): Promise<Reply<typeof listEmployeesByLevel>> {
  const pattern = search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const employees = await findAccountsByLevel(context.db, level, pattern, limit, (page - 1) * limit);
  const total = await countByLevel(context.db, level, pattern);
  return { employees, totalPages: pagesFor(total, limit), totalEmployeeCount: total };
}

/** Adds an employee with a level and, for `service`, his centers. @returns the new id. */
export async function addEmployee(
  context: Context,
  employee: {
    name: string;
    email: string;
    passwordHash: string;
    level: Level;
    isVerified: boolean;
    serviceCenterIds: readonly string[];
  },
): Promise<string> {
  const added = newEmployee(context, { ...employee, dp: null }, employee.level, employee.isVerified);
  await inTransaction(context.db, async (db) => {
    if (!(await insertEmployee(db, added))) throw new Error('the address has an account');
    await insertAssignments(db, added.id, employee.serviceCenterIds);
  });
  return added.id;
}

/** Adds an account that can do nothing before it is verified. @returns its id, undefined when the address has one. */
export async function addUnverified(
  context: Context,
  registration: Registration,
): Promise<string | undefined> {
  const added = newEmployee(context, registration, 'unassigned', false);
  return (await insertEmployee(context.db, added)) ? added.id : undefined;
}

/**
 * Adds a verified account for him who has proven to own the address; one that was never verified becomes his.
 *
 * @returns its id, undefined when the address has a verified account.
 */
export function addVerified(context: Context, registration: Registration): Promise<string | undefined> {
  return insertOrTakeOver(context.db, newEmployee(context, registration, 'unassigned', true));
}

/** The owner of the address has shown himself. */
export function markVerified(context: Context, id: string): Promise<void> {
  return updateEmployee(context.db, id, { is_verified: true, updated_at: context.clock.now() });
}

/** Sets a password; whoever does it has proven to own the account's address or to know the old one. */
export function setPasswordHash(context: Context, id: string, passwordHash: string): Promise<void> {
  return updateEmployee(context.db, id, {
    password_hash: passwordHash,
    is_verified: true,
    updated_at: context.clock.now(),
  });
}

/** Changes name or picture (null: none); a picture that is replaced is forgotten. @returns the account afterwards. */
export async function changeProfile(
  context: Context,
  id: string,
  changes: { name?: string; dp?: string | null },
): Promise<Account> {
  const { dp: earlier } = await getAccount(context, id);
  await updateEmployee(context.db, id, { ...changes, updated_at: context.clock.now() });
  if (changes.dp !== undefined) await dropPicture(context, earlier);
  return getAccount(context, id);
}

function newEmployee(
  context: Context,
  { name, email, passwordHash, dp }: Registration,
  level: Level,
  isVerified: boolean,
): NewEmployee {
  const at = context.clock.now();
  return { id: newId(at), name, email: email.toLowerCase(), passwordHash, dp, level, isVerified, at };
}
