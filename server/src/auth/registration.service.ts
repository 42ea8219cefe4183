import type { RegisterBody, registerAccount } from '#contract/auth.ts';
import type { Reply } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { tryCode } from '#server/auth/one-time-tokens.service.ts';
import { hashPassword, isCommonPassword } from '#server/auth/passwords.service.ts';
import { clearTries, countMail, countTry } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  addUnverified,
  addVerified,
  findCredentials,
  markVerified,
  type Registration,
} from '#server/employees/employees.service.ts';
import type { Env } from '#server/env.ts';
import type { Client } from '#server/http/client.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { invalid, Refusal } from '#server/http/refusal.ts';
import { acceptInvite, findPendingInvite } from '#server/invites/invites.service.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { keepPicture, type Picture, readUpload } from '#server/pictures/pictures.service.ts';

type RegistrationRule = Env['registration'];

/**
 * Makes an account. With the token of an invitation it is verified and gets the invited address; without one it waits for
 * the code that is mailed. An address that has an account, or may have none, gets the same answer after the same work.
 *
 * @throws Refusal 400 per field, 404 for a token that is no good, 429 after too many tries.
 */
export async function register(
  context: Context,
  rule: RegistrationRule,
  { name, email, password, token }: RegisterBody,
  dp: UploadedFile | undefined,
  client: Client,
): Promise<Reply<typeof registerAccount>> {
  await countTry(context, { purpose: 'register', address: client.address, account: email });
  if (isCommonPassword(password)) throw invalid({ password: messages.passwordCommon });
  const picture = dp && (await readUpload(dp, 'square', 'dp'));
  const passwordHash = await hashPassword(password);
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const person = { name, email, passwordHash };
    if (token) return registerInvited(inside, token, person, picture, client);
    await registerStranger(inside, rule, person, picture, client);
    return { email, verified: false };
  });
}

/**
 * Verifies an account by its code.
 *
 * @throws Refusal 400 beside `code`, the same for an unknown address, 429 after too many tries.
 */
export async function verifyEmail(
  context: Context,
  { email, code }: { email: string; code: string },
  client: Client,
): Promise<void> {
  const attempt = { purpose: 'verify', address: client.address, account: email } as const;
  await countTry(context, attempt);
  const isVerified = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const account = await findCredentials(inside, email);
    if (!account || account.isVerified || !(await tryCode(inside, account.id, code))) return false;
    await markVerified(inside, account.id);
    await acceptInvite(inside, { email });
    await recordAudit(inside, { action: 'verified', actor: account.id, address: client.address });
    return true;
  });
  if (!isVerified) throw invalid({ code: messages.codeWrong });
  await clearTries(context, attempt);
}

/** Mails a fresh code, if the account waits for one. @throws Refusal 429 after too many tries. */
export async function resendCode(context: Context, email: string, client: Client): Promise<void> {
  await countTry(context, { purpose: 'resend', address: client.address, account: email });
  if (await countMail(context, email)) await queueMail(context, 'code', email);
}

/** Mails the pending invitation again, if there is one. @throws Refusal 429 after too many tries. */
export async function requestInvitation(context: Context, email: string, client: Client): Promise<void> {
  await countTry(context, { purpose: 'invitation', address: client.address, account: email });
  if (await countMail(context, email)) await queueMail(context, 'invitation', email);
}

/** Whether an address may have an account. */
export async function mayHaveAccount(
  context: Context,
  rule: RegistrationRule,
  email: string,
): Promise<boolean> {
  const invite = await findPendingInvite(context, email);
  return rule === 'open' || invite !== undefined;
}

async function registerInvited(
  context: Context,
  token: string,
  person: Omit<Registration, 'dp'>,
  picture: Picture | undefined,
  client: Client,
): Promise<Reply<typeof registerAccount>> {
  const email = await acceptInvite(context, { token });
  if (!email) throw new Refusal('not_found', messages.linkDead);
  const dp = picture ? await keepPicture(context, picture) : null;
  const id = await addVerified(context, { ...person, email, dp });
  if (!id) throw new Refusal('not_found', messages.linkDead);
  await recordAudit(context, { action: 'registered', actor: id, address: client.address });
  return { email, verified: true };
}

async function registerStranger(
  context: Context,
  rule: RegistrationRule,
  person: Omit<Registration, 'dp'>,
  picture: Picture | undefined,
  client: Client,
): Promise<void> {
  const isKnown = (await findCredentials(context, person.email)) !== undefined;
  if ((await mayHaveAccount(context, rule, person.email)) && !isKnown) {
    const dp = picture ? await keepPicture(context, picture) : null;
    const id = await addUnverified(context, { ...person, dp });
    if (id) await recordAudit(context, { action: 'registered', actor: id, address: client.address });
  }
  if (await countMail(context, person.email)) await queueMail(context, 'registration', person.email);
}
