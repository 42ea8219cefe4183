import { randomInt, timingSafeEqual } from 'node:crypto';
import {
  countCodeTry,
  deleteEmployeeTokens,
  deleteInviteTokens,
  deleteTokensOfUnverified,
  findInviteOfToken,
  findResetToken,
  insertInviteToken,
  replaceEmployeeToken,
  spendResetToken,
} from '#server/auth/one-time-tokens.db.ts';
import type { Context } from '#server/context.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';

const minute = 60_000;

/** How long each is good for, in milliseconds. */
export const lifetimes = {
  passwordReset: 30 * minute,
  emailVerification: 10 * minute,
  invitation: 7 * 24 * 60 * minute,
} as const;

/** Tries that a code allows. */
const codeTries = 5;

/** @returns a token that sets an employee's password once; an earlier one is dead from now on. */
export async function issueResetToken(context: Context, employeeId: string): Promise<string> {
  const token = newToken();
  await replace(context, 'passwordReset', employeeId, hashToken(token));
  return token;
}

/** @returns the employee whose reset token this is, while it is good; it stays so. */
export function findResetEmployee(context: Context, token: string) {
  return findResetToken(context.db, hashToken(token), context.clock.now());
}

/** Uses a reset token up, and with it whatever else the employee was sent. @returns his id; undefined when it was no good. */
export async function useResetToken(context: Context, token: string): Promise<string | undefined> {
  const employeeId = await spendResetToken(context.db, hashToken(token), context.clock.now());
  if (employeeId) await revokeEmployeeTokens(context, employeeId);
  return employeeId;
}

/** Links and codes that an employee was sent die. */
export function revokeEmployeeTokens(context: Context, employeeId: string): Promise<void> {
  return deleteEmployeeTokens(context.db, employeeId, ['passwordReset', 'emailVerification']);
}

/** @returns a code of six digits that verifies an account once; an earlier one is dead from now on. */
export async function issueCode(context: Context, employeeId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await replace(context, 'emailVerification', employeeId, hashCode(employeeId, code));
  return code;
}

/** Tries a code, and uses it up when it is right. Wrong tries count only if the transaction commits. */
export async function tryCode(context: Context, employeeId: string, code: string): Promise<boolean> {
  const expected = await countCodeTry(context.db, employeeId, context.clock.now(), codeTries);
  if (!expected || !timingSafeEqual(expected, hashCode(employeeId, code))) return false;
  await revokeEmployeeTokens(context, employeeId);
  return true;
}

/** @returns a token for an invitation, beside those that it has. */
export async function issueInviteToken(context: Context, inviteId: string, expiresAt: Date): Promise<string> {
  const token = newToken();
  const at = context.clock.now();
  await insertInviteToken(context.db, { tokenHash: hashToken(token), inviteId, at, expiresAt });
  return token;
}

/** @returns the invitation that a token is good for. */
export function findTokenInvite(context: Context, token: string): Promise<string | undefined> {
  return findInviteOfToken(context.db, hashToken(token), context.clock.now());
}

/** Every link of an invitation dies. */
export function revokeInviteTokens(context: Context, inviteId: string): Promise<void> {
  return deleteInviteTokens(context.db, inviteId);
}

/** Whatever an unverified account of this address was sent dies. */
export function revokeTokensOfUnverified(context: Context, email: string): Promise<void> {
  return deleteTokensOfUnverified(context.db, email);
}

function replace(
  { db, clock }: Context,
  purpose: 'passwordReset' | 'emailVerification',
  employeeId: string,
  tokenHash: Buffer,
): Promise<void> {
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + lifetimes[purpose]);
  return replaceEmployeeToken(db, { tokenHash, purpose, employeeId, at, expiresAt });
}

/** Six digits alone would be the same for two employees. */
function hashCode(employeeId: string, code: string): Buffer {
  return hashToken(`${employeeId}:${code}`);
}
