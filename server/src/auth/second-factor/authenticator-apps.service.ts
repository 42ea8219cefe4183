import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { confirmAuthenticatorSetUp, startAuthenticatorSetUp } from '#contract/login/second-factor.ts';
import { clearAttempts, countAttempt } from '#server/auth/throttles.service.ts';
import type { ActorContext, RequestSession } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import {
  createAuthenticatorSecret,
  describeAuthenticator,
  parseAuthenticatorCode,
  verifyAuthenticatorCode,
} from './app-codes.ts';
import {
  deleteOfferedApp,
  findOfferedAppSecret,
  replaceAuthenticatorApp,
  storeOfferedApp,
} from './authenticator-apps.db.ts';
import { addSecondFactor, requireRecentPassword } from './second-factor.service.ts';

const offerLifetime = 15 * 60_000;

/**
 * Offers an authenticator app to the session: a new secret, to be confirmed by a code. Nothing is on yet.
 *
 * @throws Refusal 400 beside `password`, 429.
 */
export async function offerAuthenticatorApp(
  context: ActorContext,
  session: RequestSession,
  body: { password?: string },
  client: Client,
): Promise<EndpointReply<typeof startAuthenticatorSetUp>> {
  await requireRecentPassword(context, session, body, client);
  const secret = createAuthenticatorSecret();
  const expiresAt = new Date(context.clock.now().getTime() + offerLifetime);
  await storeOfferedApp(context.db, { sessionId: session.sessionId, secret, expiresAt });
  const { name } = await readDealer(context);
  return describeAuthenticator(secret, name, context.actor.email);
}

/**
 * Adds the authenticator app that the session was offered, by a code of it; the first factor turns two-step login on, as {@link
 * addSecondFactor} says.
 *
 * @throws Refusal 400 beside `code`, 404 when nothing is offered, 429.
 */
export async function confirmAuthenticatorApp(
  context: ActorContext,
  session: RequestSession,
  { code }: { code: string },
  client: Client,
): Promise<EndpointReply<typeof confirmAuthenticatorSetUp>> {
  const { _id: employeeId } = context.actor;
  const attempt = { purpose: 'confirmApp', address: client.address, account: employeeId } as const;
  const at = context.clock.now();
  await countAttempt(context, attempt);
  const secret = await findOfferedAppSecret(context.db, session.sessionId, at);
  if (!secret) throw new Refusal('not_found', messages.offerGone);
  const digits = parseAuthenticatorCode(code);
  const step = digits && verifyAuthenticatorCode(secret, digits, at);
  if (!step) throw invalidFields({ code: messages.appCodeWrong });
  await clearAttempts(context, attempt);
  return addSecondFactor(context, session, 'app', async (db) => {
    if (!(await deleteOfferedApp(db, session.sessionId, secret))) return false;
    await replaceAuthenticatorApp(db, { employeeId, secret, step, at });
    return true;
  });
}
