import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import type { Passkey, renewRecoveryCodes, SecondFactor } from '#contract/login/second-factor.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { requireOwnPassword } from '#server/auth/own-password.service.ts';
import { closeEmployeeSessions } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext, Context, RequestSession } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getAccount, getCredentials, lockForFactorReset } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields, notFound, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { hashRecoveryCode, newRecoveryCodes } from './codes.service.ts';
import { endSecondSteps } from './login-steps.service.ts';
import { findPasskeys, type PasskeyRow } from './passkeys.db.ts';
import {
  deleteFactors,
  findSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.db.ts';

const recent = 10 * 60_000;

type Password = { password: string };

/** Reads which second factors an employee has, and whether two-step login is on and required. @throws Refusal 404. */
export async function readSecondFactor(
  { db }: Pick<Context, 'db'>,
  employeeId: string,
): Promise<Omit<SecondFactor, 'mayAddPasskey'>> {
  const row = await findSecondFactor(db, employeeId);
  if (!row) throw notFound();
  return {
    isOn: row.isOn,
    isRequired: row.isRequired,
    app: row.appAddedAt && { addedAt: row.appAddedAt.toISOString() },
    passkeys: (await findPasskeys(db, employeeId)).map(toPasskey),
    recoveryCodesLeft: row.recoveryCodesLeft ?? 0,
  };
}

/**
 * Requires that the session is at most ten minutes old, or that the password is given now, before a factor is added.
 *
 * @throws Refusal 400 beside `password`, 429.
 */
export async function requireRecentPassword(
  context: ActorContext,
  session: RequestSession,
  { password }: Partial<Password>,
  client: Client,
): Promise<void> {
  if (context.clock.now().getTime() - session.createdAt.getTime() < recent) return;
  if (password === undefined) throw invalidFields({ password: messages.required });
  await requireOwnPassword(context, { field: 'password', password }, client);
}

/**
 * Adds a factor in a transaction, audits it and emails the actor. The first factor ends every other session: the password alone opened
 * them.
 *
 * @param save stores the factor; false calls it off.
 * @returns recovery codes with the first factor; null with a further one.
 * @throws Refusal 404 when called off.
 */
export function addSecondFactor(
  context: ActorContext,
  session: RequestSession,
  factor: 'app' | 'passkey',
  save: (db: Db) => Promise<boolean>,
): Promise<{ recoveryCodes: string[] | null }> {
  const { _id: id, email } = context.actor;
  return inTransaction(context, async (inside) => {
    await lockSecondFactor(inside.db, id);
    const { isOn } = await readSecondFactor(inside, id);
    if (!(await save(inside.db))) throw new Refusal('not_found', messages.offerGone);
    const details = { factor };
    if (isOn) {
      await recordAudit(inside, { action: 'secondFactorChanged', actor: id, details });
      await queueMail(inside, factor === 'passkey' ? 'passkeyAdded' : 'secondFactorChanged', email);
      return { recoveryCodes: null };
    }
    await closeEmployeeSessions(inside, id, session.sessionId);
    await endSecondSteps(inside, id);
    await recordAudit(inside, { action: 'secondFactorOn', actor: id, details });
    await queueMail(inside, 'secondFactorOn', email);
    return { recoveryCodes: await makeRecoveryCodes(inside, id) };
  });
}

/**
 * Replaces the actor's recovery codes, audits it and emails them.
 *
 * @returns the new codes, which are stored only as hashes.
 * @throws Refusal 400 beside `password`, 404 without a second factor, 429.
 */
export async function renewOwnRecoveryCodes(
  context: ActorContext,
  { password }: Password,
  client: Client,
): Promise<EndpointReply<typeof renewRecoveryCodes>> {
  const { _id: id } = context.actor;
  const { email } = await requireOwnPassword(context, { field: 'password', password }, client);
  return inTransaction(context, async (inside) => {
    await lockSecondFactor(inside.db, id);
    const { isOn } = await readSecondFactor(inside, id);
    if (!isOn) throw new Refusal('not_found', messages.secondFactorOff);
    await recordAudit(inside, { action: 'recoveryCodesRenewed', actor: id });
    await queueMail(inside, 'recoveryCodesRenewed', email);
    return { recoveryCodes: await makeRecoveryCodes(inside, id) };
  });
}

/**
 * Resets the second factor of somebody who lost theirs: their sessions end, they log in with the password alone, and they are emailed.
 *
 * @throws Refusal 404, 403 by the policy.
 */
export function resetEmployeeSecondFactor(context: ActorContext, id: string): Promise<Employee> {
  return inTransaction(context, async (inside) => {
    await lockForFactorReset(inside, id);
    await removeFactorsAndSessions(inside, id, context.actor._id);
    return getAccount(inside, id);
  });
}

/**
 * Removes the factors of somebody who lost theirs, ends their sessions, audits it and emails them. Runs in a transaction.
 *
 * @param by null for the operator of the server.
 * @returns false when there was no factor: then their sessions stay.
 */
export async function removeFactorsAndSessions(
  context: Context,
  employeeId: string,
  by: string | null,
): Promise<boolean> {
  if (!(await deleteSecondFactors(context, employeeId))) return false;
  const { email } = await getCredentials(context, employeeId);
  await closeEmployeeSessions(context, employeeId);
  await recordAudit(context, { action: 'secondFactorReset', actor: by, subject: employeeId });
  await queueMail(context, 'secondFactorReset', email);
  return true;
}

/**
 * Deletes an employee's factors and ends their waiting second steps, without an audit entry or email.
 *
 * @returns whether two-step login was on.
 */
export async function deleteSecondFactors(context: Context, employeeId: string): Promise<boolean> {
  await lockSecondFactor(context.db, employeeId);
  const { isOn } = await readSecondFactor(context, employeeId);
  await deleteFactors(context.db, employeeId);
  await endSecondSteps(context, employeeId);
  return isOn;
}

function toPasskey({ id, name, added_at, last_used_at }: PasskeyRow): Passkey {
  return {
    _id: id,
    name,
    addedAt: added_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}

async function makeRecoveryCodes({ db }: Context, employeeId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    employeeId,
    codes.map((code) => hashRecoveryCode(employeeId, code)),
  );
  return codes;
}
