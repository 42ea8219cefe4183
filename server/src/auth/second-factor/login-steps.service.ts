import type { SecondStep } from '#contract/auth.ts';
import type { Context } from '#server/context.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';
import {
  deleteLoginStepsOf,
  deleteSomeExpiredSteps,
  findLoginStep,
  insertLoginStep,
  spendLoginStep,
} from './login-steps.db.ts';
import { findSecondFactor } from './second-factor.db.ts';

const lifetime = 10 * 60_000;
const mostPerEmployee = 10;

/**
 * For somebody whose password was right.
 *
 * @returns what is asked for next, with a token that opens nothing else, stored only as a hash; undefined without a second
 *   factor.
 */
export async function openSecondStep(context: Context, employeeId: string): Promise<SecondStep | undefined> {
  const factor = await findSecondFactor(context.db, employeeId);
  if (!factor?.isOn) return undefined;
  const token = newToken();
  const expiresAt = new Date(context.clock.now().getTime() + lifetime);
  await insertLoginStep(context.db, { tokenHash: hashToken(token), employeeId, expiresAt }, mostPerEmployee);
  return { token, hasApp: factor.appAddedAt !== null };
}

/** Does not spend the token. @returns whose it is; undefined when it is unknown, used or expired. */
export function findSecondStep({ db, clock }: Context, token: string): Promise<string | undefined> {
  return findLoginStep(db, hashToken(token), clock.now());
}

/** @returns whether it was still there: once. */
export function spendSecondStep({ db }: Context, token: string): Promise<boolean> {
  return spendLoginStep(db, hashToken(token));
}

/** Logins that wait for their second step must begin anew. */
export function endSecondSteps({ db }: Context, employeeId: string): Promise<void> {
  return deleteLoginStepsOf(db, employeeId);
}

/** @returns whether there are more. */
export async function forgetOldSecondSteps({ db, clock }: Context): Promise<boolean> {
  const atOnce = 500;
  return (await deleteSomeExpiredSteps(db, clock.now(), atOnce)) === atOnce;
}
