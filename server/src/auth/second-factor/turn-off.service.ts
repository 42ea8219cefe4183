import type { EndpointBody } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { turnOffSecondFactor } from '#contract/login/second-factor.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { requireOwnPassword } from '#server/auth/own-password.service.ts';
import { clearAttempts, countAttempt } from '#server/auth/throttles.service.ts';
import type { ActorContext, RequestSession } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Client } from '#server/http/session.ts';
import { forbidden, invalidFields } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { type RelyingParty, verifyPasskey } from './ceremonies.service.ts';
import { spendSecondFactorCode } from './codes.service.ts';
import { deleteSecondFactors, readSecondFactor } from './second-factor.service.ts';

/**
 * Turns the actor's second factor off, by the password and a code or passkey, audits it and emails them; does nothing if it is off.
 *
 * @throws Refusal 400 beside `password`, `code` or `passkey`, 403 while the dealer requires it, 429.
 */
export async function disableSecondFactor(
  context: ActorContext,
  rp: RelyingParty | undefined,
  session: RequestSession,
  { password, code, passkey }: EndpointBody<typeof turnOffSecondFactor>,
  client: Client,
): Promise<void> {
  const { _id: id } = context.actor;
  const before = await readSecondFactor(context, id);
  if (before.isRequired) throw forbidden(messages.secondFactorStays);
  const { email } = await requireOwnPassword(context, { field: 'password', password }, client);
  if (!before.isOn) return;
  if (!code && !passkey) throw invalidFields({ code: messages.required });
  const attempt = { purpose: 'secondStep', address: client.address, account: id } as const;
  await countAttempt(context, attempt);
  const isOff = await inTransaction(context, async (inside) => {
    const { sessionId } = session;
    const isProven =
      passkey && rp
        ? await verifyPasskey(inside, rp, { purpose: 'turnOff', sessionId }, id, passkey)
        : code && (await spendSecondFactorCode(inside, id, code));
    if (!isProven) return false;
    await deleteSecondFactors(inside, id);
    await recordAudit(inside, { action: 'secondFactorOff', actor: id });
    await queueMail(inside, 'secondFactorOff', email);
    return true;
  });
  if (!isOff)
    throw invalidFields(passkey ? { passkey: messages.passkeyRefused } : { code: messages.appCodeWrong });
  await clearAttempts(context, attempt);
}
