import type { SecondStep } from '#contract/auth.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { countMissingSecondStep } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getCredentials } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import {
  deleteEmployeeLoginSteps,
  deleteExpiredLoginSteps,
  deleteLoginStepsAt,
  findEmployeeIdOfLoginStep,
  insertLoginStep,
  spendLoginStep,
} from './login-steps.db.ts';
import { findSecondFactor } from './second-factor.db.ts';

const lifetime = 10 * 60_000;
const mostPerEmployee = 10;
const longestUserAgent = 300;

/**
 * Starts the second step once the password was right.
 *
 * @returns the next step, its token stored only as a hash; undefined without a second factor.
 */
export async function startSecondStep(
  context: Context,
  employeeId: string,
  client: Client,
): Promise<SecondStep | undefined> {
  const factor = await findSecondFactor(context.db, employeeId);
  if (!factor?.isOn) return undefined;
  const token = newToken();
  const expiresAt = new Date(context.clock.now().getTime() + lifetime);
  const step = { tokenHash: hashToken(token), employeeId, expiresAt, ...placeOf(client) };
  await insertLoginStep(context.db, step, mostPerEmployee);
  return { token, hasApp: factor.appAddedAt !== null, hasPasskey: factor.hasPasskey };
}

/** Finds whose second step a token takes, without spending it. @returns undefined when it is unknown, used or expired. */
export function findEmployeeIdOfSecondStep(
  { db, clock }: Context,
  token: string,
): Promise<string | undefined> {
  return findEmployeeIdOfLoginStep(db, hashToken(token), clock.now());
}

/** Spends the token of a second step. @returns false when it was used already. */
export function spendSecondStep({ db }: Context, token: string): Promise<boolean> {
  return spendLoginStep(db, hashToken(token));
}

/** Ends all logins of an employee that wait for their second step. */
export function endSecondSteps({ db }: Context, employeeId: string): Promise<void> {
  return deleteEmployeeLoginSteps(db, employeeId);
}

/** Ends the second steps begun at a client once a login there has succeeded: they were the same person's. */
export function endSecondStepsAt({ db }: Context, employeeId: string, client: Client): Promise<void> {
  return deleteLoginStepsAt(db, employeeId, placeOf(client));
}

/**
 * Reports up to 500 logins that were begun without a second step, since whoever did so knows the password, and deletes them: they are
 * audited, and the owner is emailed, at most once a day.
 *
 * @returns whether there may be more.
 */
export function reportAbandonedLogins(context: Context): Promise<boolean> {
  const atOnce = 500;
  return inTransaction(context, async (inside) => {
    const missing = await deleteExpiredLoginSteps(inside.db, context.clock.now(), atOnce);
    const places = new Map(missing.map((step) => [`${step.employeeId} ${step.address}`, step]));
    for (const { employeeId: subject, address } of places.values())
      await recordAudit(inside, { action: 'secondStepMissing', actor: null, subject, address });
    for (const id of new Set(missing.map(({ employeeId }) => employeeId))) {
      if (!(await countMissingSecondStep(inside, id))) continue;
      const { email } = await getCredentials(inside, id);
      await queueMail(inside, 'secondStepMissing', email);
    }
    return missing.length === atOnce;
  });
}

function placeOf({ address, userAgent }: Client) {
  return { address, userAgent: userAgent?.slice(0, longestUserAgent) ?? null };
}
