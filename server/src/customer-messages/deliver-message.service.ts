import type { SmsGatewayFailure } from '#contract/customer-messages/message-settings.ts';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { renderEmail } from '#server/lib/email-content.ts';
import { isUnsentMail, type Mailer, MailRefusedError } from '#server/lib/mailer.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import type { AskedMessage } from './decide-message.service.ts';
import { writeMessageLetter } from './message-letters.ts';
import { callSmsGateway, type SmsOutcome } from './sms-call.ts';
import { findSmsGateway, markGatewayFailing, markGatewayWorking } from './sms-gateway.db.ts';
import { unsealGateway } from './sms-gateway.service.ts';

/** The parts of the server that deliver messages. `isLocalAllowed`: the gateway may have an address of this machine or the local network. */
export type DeliveryParts = { mailer: Mailer; sealing: Sealing; isLocalAllowed: boolean };

/** The outcome of an attempt to deliver a message: the other side took it, refuses it, certainly has not got it, or did not say. */
export type DeliveryOutcome = 'sent' | 'refused' | 'unsent' | 'unknown';

const second = 1_000;
const restMs = { first: 30 * second, longest: 30 * 60 * second };

type Sent = Pick<AskedMessage, 'id' | 'kind' | 'to' | 'language' | 'text'>;

/** Sends a message by email, and throws for no failure of it. @returns what became of it. */
export async function sendMessageEmail(
  context: Context,
  mailer: Mailer,
  sent: Sent,
): Promise<DeliveryOutcome> {
  const { id, to } = sent;
  const { name: senderName } = await readDealer(context);
  const letter = writeMessageLetter(sent, senderName);
  const mail = { id, to, senderName, subject: letter.subject, ...renderEmail(letter, senderName) };
  try {
    await mailer.send({ ...mail, at: context.clock.now() });
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefusedError) return 'refused';
    return isUnsentMail(error) ? 'unsent' : 'unknown';
  }
}

/**
 * Sends a message through the SMS gateway, and throws for no failure of it. After one that is not about this message alone, the
 * gateway rests, twice as long each time.
 *
 * @throws before the gateway is called, when the database does not answer.
 */
export async function sendSms(
  context: Context,
  { sealing, isLocalAllowed }: Pick<DeliveryParts, 'sealing' | 'isLocalAllowed'>,
  { to, text }: Pick<Sent, 'to' | 'text'>,
): Promise<DeliveryOutcome> {
  const { db, clock } = context;
  const gateway = await findSmsGateway(db);
  if (!gateway) return 'unsent';
  const secrets = unsealGateway(sealing, gateway);
  const { phoneCountry } = await readDealer(context);
  const call = secrets && { settings: gateway.settings, secrets, to, text, phoneCountry };
  const outcome = call ? await callSmsGateway(call, { isLocalAllowed }) : 'noKey';
  if (outcome === 'sent') {
    await markGatewayWorking(db).catch(ignoreAway);
    return 'sent';
  }
  const at = clock.now();
  const tryAfter =
    outcome !== 'refused' ? new Date(at.getTime() + getRetryPauseMs(gateway.pauses, restMs)) : null;
  await markGatewayFailing(db, { failure: outcome, at, tryAfter }).catch(ignoreAway);
  return outcomes[outcome];
}

// What the gateway said of the message counts, and the next one tells again how it is.
function ignoreAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}

const outcomes: Record<Exclude<SmsOutcome, 'sent'> | SmsGatewayFailure, DeliveryOutcome> = {
  refused: 'refused',
  unauthorized: 'unsent',
  unreachable: 'unsent',
  noKey: 'unsent',
  unknown: 'unknown',
};
