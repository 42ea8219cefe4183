import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import type {
  countOpenLeads as countOpenLeadsCall,
  Employee,
  listEmployeesByLevel,
} from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { countOpenLeadsByAdvisor } from '#server/leads/record/advisors.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, notFound } from '#server/lib/refusal.ts';
import { parseTextSearch } from '#server/lib/search/text-search.ts';
import { deleteStoredPictures } from '#server/pictures/pictures.service.ts';
import {
  countManagement,
  findAccountById,
  findAccounts,
  findCredentialsByEmail,
  findCredentialsById,
  insertAssignments,
  insertConnectionAccount,
  insertEmployee,
  lockCredentialsById,
  lockEmployees,
  updateEmployee,
} from './employees.db.ts';
import { findResetRefusal, type RankedEmployee } from './employees.policy.ts';

type NewAccount = {
  name: string;
  email: string;
  passwordHash: string;
  dp?: string | null;
  level?: Level;
  serviceCenters?: readonly string[];
};

/** Adds an account that nobody can log in to, as which a connection records leads, under its id and name. */
export function addConnectionAccount(
  { db, clock }: Context,
  { id, name }: { id: string; name: string },
): Promise<void> {
  return insertConnectionAccount(db, id, name, clock.now());
}

/** Renames the account of a connection, and with it the connection. */
export function renameConnectionAccount({ db, clock }: Context, id: string, name: string): Promise<void> {
  return updateEmployee(db, id, { name, updated_at: clock.now() });
}

/** Finds the id, password hash and activity of an email address; undefined without an account. */
export async function findCredentials(context: Context, email: string) {
  const row = await findCredentialsByEmail(context.db, email.trim().toLowerCase());
  return row && { id: row.id, passwordHash: row.password_hash, isActive: row.is_active };
}

/** Reads the email address and password hash of an employee. @throws Refusal 404. */
export async function getCredentials(context: Context, id: string) {
  const row = await findCredentialsById(context.db, id);
  if (!row) throw notFound();
  return { email: row.email, passwordHash: row.password_hash };
}

/**
 * Locks how an employee logs in, until commit.
 *
 * @returns whether they are active and this is still their password's hash.
 */
export async function lockCredentials(context: Context, id: string, passwordHash: string): Promise<boolean> {
  const row = await lockCredentialsById(context.db, id);
  return row?.is_active === true && row.password_hash === passwordHash;
}

/** Counts the active people in management, and those of them without a second factor. */
export function countPeopleInManagement({ db }: Context): Promise<{ people: number; without: number }> {
  return countManagement(db);
}

/** Reads an employee as the contract describes them, inactive ones too. @throws Refusal 404. */
export async function getAccount(context: Context, id: string): Promise<Employee> {
  const account = await findAccountById(context.db, id, context.clock.now());
  if (!account) throw notFound();
  return account;
}

type FaultOf = (actor: RankedEmployee, target: RankedEmployee) => string | undefined;

/**
 * Locks the actor and another employee until commit, and reads both afresh: of two who demote each other, one succeeds.
 *
 * @param faultOf the policy: why the actor may not.
 * @throws Refusal 404, 403 by the policy.
 */
export async function lockTarget(
  { db, actor: { _id: actorId } }: ActorContext,
  id: string,
  faultOf: FaultOf,
): Promise<RankedEmployee> {
  const people = await lockEmployees(db, [actorId, id]);
  const [actor, target] = [people.get(actorId), people.get(id)];
  if (!actor || !target) throw notFound();
  const fault = faultOf(actor, target);
  if (fault) throw forbidden(fault);
  return target;
}

/** Locks an employee whose second factor is reset, until commit. @throws Refusal 404, 403 for who may not reset their second factor. */
export async function lockForFactorReset(context: ActorContext, id: string): Promise<void> {
  await lockTarget(context, id, findResetRefusal);
}

/** Lists a page of the employees of a level, by name. */
export async function listEmployees(
  context: ActorContext,
  level: Level,
  { page, limit, search, active }: EndpointQuery<typeof listEmployeesByLevel>,
): Promise<EndpointReply<typeof listEmployeesByLevel>> {
  const needle = parseTextSearch(search ?? '', context.dealer.phoneCountry);
  const isActive = active === 'all' ? undefined : active === 'true';
  const filter = { level, search: needle, isActive, now: context.clock.now() };
  const { rows, totalPages, total } = await findAccounts(context.db, filter, { page, limit });
  return { employees: rows, totalPages, totalEmployeeCount: total };
}

/** Returns a list of advisors with how many open leads each has; who has none is missing. */
export async function countOpenLeads({ db }: Context): Promise<EndpointReply<typeof countOpenLeadsCall>> {
  const open = await countOpenLeadsByAdvisor(db);
  return { advisors: [...open].map(([_id, openLeads]) => ({ _id, openLeads })) };
}

/** Adds an employee who has proven to own the address. @returns their id; undefined when the address has an account. */
export function addEmployee(
  context: Context,
  { name, email, passwordHash, dp = null, level = 'unassigned', serviceCenters = [] }: NewAccount,
): Promise<string | undefined> {
  const at = context.clock.now();
  const id = newId(at);
  return inTransaction(context, async ({ db }) => {
    const row = { id, name, email: email.toLowerCase(), passwordHash, dp, level, at };
    if (!(await insertEmployee(db, row))) return undefined;
    await insertAssignments(db, id, serviceCenters);
    return id;
  });
}

/** Stores a password hash; ends no session. */
export function setPasswordHash(context: Context, id: string, passwordHash: string): Promise<void> {
  return updateEmployee(context.db, id, {
    password_hash: passwordHash,
    updated_at: context.clock.now(),
  });
}

/** Changes the name or the picture (`dp`) of an employee, and deletes the picture that was replaced. */
export async function changeProfile(
  context: Context,
  id: string,
  changes: { name?: string; dp?: string | null },
): Promise<Employee> {
  const { dp: earlier } = await getAccount(context, id);
  await updateEmployee(context.db, id, { ...changes, updated_at: context.clock.now() });
  if (changes.dp !== undefined) await deleteStoredPictures(context, [earlier]);
  return getAccount(context, id);
}
