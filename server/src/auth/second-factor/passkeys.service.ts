import type { EndpointBody, EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { type addPasskey, maxPasskeys, type startPasskeyRegistration } from '#contract/login/passkeys.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { requireOwnPassword } from '#server/auth/own-password.service.ts';
import type { ActorContext, RequestSession } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Client } from '#server/http/session.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, notFound, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { createPasskeyOptions, type RelyingParty, verifyNewPasskey } from './ceremonies.service.ts';
import { deletePasskey, insertPasskey, updatePasskeyName } from './passkeys.db.ts';
import { lockSecondFactor } from './second-factor.db.ts';
import { addSecondFactor, readSecondFactor, requireRecentPassword } from './second-factor.service.ts';

/** Makes what the actor's browser needs to create a passkey. @throws Refusal 400 beside `password` or with too many passkeys, 429. */
export async function startOwnPasskey(
  context: ActorContext,
  rp: RelyingParty,
  session: RequestSession,
  body: { password?: string },
  client: Client,
): Promise<EndpointReply<typeof startPasskeyRegistration>> {
  await requireRecentPassword(context, session, body, client);
  const { passkeys } = await readSecondFactor(context, context.actor._id);
  if (passkeys.length >= maxPasskeys) throw new Refusal('bad_request', messages.tooManyPasskeys);
  return createPasskeyOptions(context, rp, session.sessionId);
}

/**
 * Adds a passkey of the actor; the first factor turns two-step login on, as {@link addSecondFactor} says.
 *
 * @throws Refusal 400 unless it is what was asked for, 404 when somebody has it already.
 */
export async function addOwnPasskey(
  context: ActorContext,
  rp: RelyingParty,
  session: RequestSession,
  { name, passkey }: EndpointBody<typeof addPasskey>,
): Promise<EndpointReply<typeof addPasskey>> {
  const read = await verifyNewPasskey(context, rp, session.sessionId, passkey);
  if (!read) throw new Refusal('bad_request', messages.passkeyRefused);
  const at = context.clock.now();
  const row = { ...read, id: newId(at), employeeId: context.actor._id, name, at };
  return addSecondFactor(context, session, 'passkey', (db) => insertPasskey(db, row));
}

/** Renames a passkey of the actor. @throws Refusal 404 unless it is the actor's own. */
export async function renameOwnPasskey(context: ActorContext, id: string, name: string): Promise<void> {
  if (!(await updatePasskeyName(context.db, context.actor._id, id, name))) throw notFound();
}

/**
 * Removes a passkey of the actor, audits it and emails them.
 *
 * @throws Refusal 400 beside `password`, 403 for the only second step, 404 unless it is the actor's own, 429 after too many wrong
 *   passwords.
 */
export async function removeOwnPasskey(
  context: ActorContext,
  id: string,
  { password }: { password: string },
  client: Client,
): Promise<void> {
  const { _id: actor } = context.actor;
  const { email } = await requireOwnPassword(context, { field: 'password', password }, client);
  await inTransaction(context, async (inside) => {
    await lockSecondFactor(inside.db, actor);
    if (!(await deletePasskey(inside.db, actor, id))) throw notFound();
    if (!(await readSecondFactor(inside, actor)).isOn) throw forbidden(messages.onlySecondStep);
    await recordAudit(inside, { action: 'passkeyRemoved', actor });
    await queueMail(inside, 'passkeyRemoved', email);
  });
}
