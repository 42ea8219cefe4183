import type { RegisterBody, registerAccount } from '#contract/auth.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { hashPassword, isGuessable } from '#server/auth/passwords.service.ts';
import {
  clearAttempts,
  countAttempt,
  countCodeAttempt,
  countEmailToAddress,
} from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addEmployee, findCredentials } from '#server/employees/employees.service.ts';
import type { Env } from '#server/env.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { type Picture, readUpload, storePicture } from '#server/pictures/pictures.service.ts';
import { acceptInvite, findPendingInvite } from './invites.service.ts';
import {
  dropRegistrations,
  findProvenRegistration,
  findWaitingRegistration,
  lockRegistrations,
  storeRegistration,
} from './waiting-registrations.service.ts';

type RegistrationRule = Env['registration'];

/** The client of a call without a session. `browserKey`: a cookie that recognises the browser in which a registration began. */
export type Visitor = Client & { browserKey: string };

type Person = { name: string; email: string; passwordHash: string };

/**
 * Registers an account. A token creates it at once, for the invited address; otherwise the registration waits for the emailed code.
 * Addresses with an account, or that may not have one, get the same answer after the same work.
 *
 * @throws Refusal 400 per field, 404 for a dead token, 429.
 */
export async function register(
  context: Context,
  rule: RegistrationRule,
  { name, email, password, token }: RegisterBody,
  dp: UploadedFile | undefined,
  visitor: Visitor,
): Promise<EndpointReply<typeof registerAccount>> {
  await countAttempt(context, { purpose: 'register', address: visitor.address, account: email });
  if (await isGuessable(context, password, [name, email]))
    throw invalidFields({ password: messages.passwordCommon });
  const picture = dp && (await readUpload(context, dp, 'square', 'dp'));
  const passwordHash = await hashPassword(context, password, visitor.address);
  return inTransaction(context, async (inside) => {
    if (token) return registerInvited(inside, token, { name, email, passwordHash }, picture, visitor);
    const person = { name, email: email.toLowerCase(), passwordHash };
    await registerStranger(inside, rule, person, picture, visitor);
    return { email, verified: false };
  });
}

/**
 * Creates the account of a waiting registration by its emailed code, and drops the address's other registrations. It opens no session.
 * The browser that registered proves only its own.
 *
 * @throws Refusal 400 beside `code`, also for an unknown address, 429.
 */
export async function verifyEmail(
  context: Context,
  rule: RegistrationRule,
  { email: address, code }: { email: string; code: string },
  visitor: Visitor,
): Promise<void> {
  const email = address.toLowerCase();
  const attempt = { purpose: 'verify', address: visitor.address, account: email } as const;
  await countAttempt(context, attempt);
  const waiting = await findWaitingRegistration(context, email, visitor);
  if (!(await countCodeAttempt(context, { email, address: visitor.address }, waiting))) throw wrongCode();
  await inTransaction(context, async (inside) => {
    await lockRegistrations(inside, email);
    const proven = await findProvenRegistration(inside, email, code, waiting?.isOwn ? waiting.id : undefined);
    if (!proven) throw wrongCode();
    const invited = await acceptInvite(inside, { email });
    if (!invited && rule === 'invited') throw wrongCode();
    const { name, password_hash: passwordHash, dp } = proven;
    const id = await addEmployee(inside, { ...invited, name, email, passwordHash, dp });
    if (!id) throw wrongCode();
    await dropRegistrations(inside, email, proven.id);
    await recordAudit(inside, { action: 'verified', actor: id, address: visitor.address });
  });
  await clearAttempts(context, attempt);
}

/** Queues an email with a fresh code if a registration waits; answers alike if none does. @throws Refusal 429. */
export async function resendCode(context: Context, email: string, visitor: Visitor): Promise<void> {
  await countAttempt(context, { purpose: 'resend', address: visitor.address, account: email });
  const waiting = await findWaitingRegistration(context, email, visitor);
  if (await countEmailToAddress(context, email, visitor.address))
    await queueMail(context, 'code', email, waiting?.id);
}

/** Queues the email of a pending invitation again; answers alike if there is none. @throws Refusal 429. */
export async function requestInvitation(context: Context, email: string, client: Client): Promise<void> {
  await countAttempt(context, { purpose: 'invitation', address: client.address, account: email });
  if (await countEmailToAddress(context, email, client.address))
    await queueMail(context, 'invitation', email);
}

/** Tells whether an address may register: when registration is open to all, or an invitation is pending. */
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
  person: Person,
  picture: Picture | undefined,
  { address }: Client,
): Promise<EndpointReply<typeof registerAccount>> {
  const invited = await acceptInvite(context, { token });
  if (!invited) throw deadLink();
  const dp = picture ? await storePicture(context, picture) : null;
  const id = await addEmployee(context, { ...person, ...invited, dp });
  if (!id) throw deadLink();
  const { email } = invited;
  await dropRegistrations(context, email);
  await recordAudit(context, { action: 'registered', actor: id, address });
  return { email, verified: true };
}

async function registerStranger(
  context: Context,
  rule: RegistrationRule,
  person: Person,
  picture: Picture | undefined,
  visitor: Visitor,
): Promise<void> {
  await lockRegistrations(context, person.email);
  const isKnown = (await findCredentials(context, person.email)) !== undefined;
  const mayWait = (await mayHaveAccount(context, rule, person.email)) && !isKnown;
  const id = await storeRegistration(context, person, picture, visitor, mayWait);
  if (await countEmailToAddress(context, person.email, visitor.address))
    await queueMail(context, 'registration', person.email, id);
}

function wrongCode(): Refusal {
  return invalidFields({ code: messages.codeWrong });
}

function deadLink(): Refusal {
  return new Refusal('not_found', messages.linkDead);
}
