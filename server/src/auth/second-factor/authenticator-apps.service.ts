import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { confirmAuthenticatorSetUp, startAuthenticatorSetUp } from '#contract/login/second-factor.ts';
import { clearAttempts, countAttempt } from '#server/auth/throttles.service.ts';
import type { ActorContext, RequestSession } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Client } from '#server/http/session.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { asAppCode, describeApp, newSecret, stepOfCode } from './app-codes.ts';
import { findOfferedApp, offerApp, replaceApp, takeOfferedApp } from './authenticator-apps.db.ts';
import { addFactor, proveRecent } from './second-factor.service.ts';

const offerLifetime = 15 * 60_000;

/** @throws Refusal 400 beside `password`, 429. */
export async function offerAuthenticatorApp(
  context: ActorContext,
  session: RequestSession,
  body: { password?: string },
  client: Client,
): Promise<EndpointReply<typeof startAuthenticatorSetUp>> {
  await proveRecent(context, session, body, client);
  const secret = newSecret();
  const expiresAt = new Date(context.clock.now().getTime() + offerLifetime);
  await offerApp(context.db, { sessionId: session.sessionId, secret, expiresAt });
  const { name } = await readDealer(context);
  return describeApp(secret, name, context.actor.email);
}

/** @throws Refusal 400 beside `code`, 404 when nothing is offered, 429. */
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
  const secret = await findOfferedApp(context.db, session.sessionId, at);
  if (!secret) throw new Refusal('not_found', messages.offerGone);
  const digits = asAppCode(code);
  const step = digits && stepOfCode(secret, digits, at);
  if (!step) throw invalid({ code: messages.appCodeWrong });
  await clearAttempts(context, attempt);
  return addFactor(context, session, 'app', async (db) => {
    if (!(await takeOfferedApp(db, session.sessionId, secret))) return false;
    await replaceApp(db, { employeeId, secret, step, at });
    return true;
  });
}
