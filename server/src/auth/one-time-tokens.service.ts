import type { Context } from '#server/context.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';
import {
  deleteTokens,
  findResetToken,
  findToken,
  insertToken,
  spendResetToken,
  spendSetUpTokens,
} from './one-time-tokens.db.ts';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** How long each kind of emailed link works. */
export const tokenLifetimesMs = { passwordReset: 30 * minute, invitation: week, setup: week } as const;

type Owner = { employeeId: string } | { inviteId: string };

type NewToken =
  | { purpose: 'setup' }
  | { purpose: 'invitation'; inviteId: string }
  | { purpose: 'passwordReset'; employeeId: string };

/**
 * Makes a token and stores its hash; earlier tokens keep working.
 *
 * @param expiresAt by default after the lifetime of its purpose.
 * @returns the token itself, which is stored nowhere.
 */
export async function issueToken(
  { db, clock }: Context,
  made: NewToken,
  expiresAt = new Date(clock.now().getTime() + tokenLifetimesMs[made.purpose]),
): Promise<string> {
  const token = newToken();
  await insertToken(db, {
    purpose: made.purpose,
    employee_id: 'employeeId' in made ? made.employeeId : null,
    invite_id: 'inviteId' in made ? made.inviteId : null,
    token_hash: hashToken(token),
    created_at: clock.now(),
    expires_at: expiresAt,
  });
  return token;
}

/**
 * Issues a token that sets a password, once; the employee's earlier ones stop working.
 *
 * @returns the token itself, which is stored nowhere.
 */
export async function issueResetToken(context: Context, employeeId: string): Promise<string> {
  await revokeTokens(context, { employeeId });
  return issueToken(context, { purpose: 'passwordReset', employeeId });
}

/**
 * Finds the active employee whose password a token may set, with name and email, without spending it; undefined when it is not valid.
 */
export function findEmployeeOfResetToken({ db, clock }: Context, token: string) {
  return findResetToken(db, hashToken(token), clock.now());
}

/** Redeems a token that sets a password, which spends all of its employee’s. @returns the employee’s id; undefined if it is not valid. */
export async function redeemResetToken(context: Context, token: string): Promise<string | undefined> {
  const employeeId = await spendResetToken(context.db, hashToken(token), context.clock.now());
  if (employeeId) await revokeTokens(context, { employeeId });
  return employeeId;
}

/** Finds the id of the invitation that a token accepts, without spending it; undefined when it is not valid. */
export async function findInviteIdOfToken(
  { db, clock }: Context,
  token: string,
): Promise<string | undefined> {
  const found = await findToken(db, 'invitation', hashToken(token), clock.now());
  return found?.invite_id ?? undefined;
}

/** Tells whether a token sets up the dealer now, without spending it. */
export async function isSetUpToken({ db, clock }: Context, token: string): Promise<boolean> {
  return (await findToken(db, 'setup', hashToken(token), clock.now())) !== undefined;
}

/**
 * Redeems a token that sets up the dealer, which spends all such tokens; one that is not valid spends none.
 *
 * @returns whether it was valid.
 */
export function redeemSetUpToken({ db, clock }: Context, token: string): Promise<boolean> {
  return spendSetUpTokens(db, hashToken(token), clock.now());
}

/** Deletes all emailed tokens of an employee or an invitation: their links stop working. */
export function revokeTokens({ db }: Context, owner: Owner): Promise<void> {
  return 'employeeId' in owner
    ? deleteTokens(db, 'employee_id', owner.employeeId)
    : deleteTokens(db, 'invite_id', owner.inviteId);
}
