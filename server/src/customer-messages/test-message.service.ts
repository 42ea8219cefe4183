import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type {
  sendTestMessage as sendCall,
  TestFailure,
  TestMessageBody,
} from '#contract/customer-messages/message-settings.ts';
import { countSmsParts, toSmsText } from '#contract/customer-messages/sms-parts.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { normalisePhone, toInternationalPhone } from '#contract/text/phone.ts';
import { email as emailSchema } from '#contract/text/text.ts';
import { countTestMessage } from '#server/auth/throttles.service.ts';
import type { ActorContext } from '#server/context.ts';
import { sendTestTemplate } from '#server/intake/whatsapp/test-template.service.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import { type DeliveryParts, sendMessageEmail, sendSms } from './deliver-message.service.ts';
import { readMessageSettings } from './message-settings.db.ts';
import { fillKindText, toMessageValues } from './message-text.ts';
import { findSmsGateway } from './sms-gateway.db.ts';
import { toTemplateMessage } from './ways.service.ts';

type Reply = EndpointReply<typeof sendCall>;

/**
 * Sends a message with sample values, at once. It holds no call slot meanwhile.
 *
 * @returns whether it was sent, or why not.
 * @throws Refusal 400 beside `to`, 429 after too many in an hour.
 */
export async function sendTestMessage(
  context: ActorContext,
  parts: DeliveryParts & Parameters<typeof sendTestTemplate>[1],
  { kind, language, way, to: typed }: TestMessageBody,
): Promise<Reply> {
  const { db, clock, dealer, actor, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const to = readReceiver(context, way, typed);
  const seconds = await countTestMessage(context, actor._id);
  if (seconds !== undefined)
    throw new Refusal('too_many_requests', 'Too many test messages. Wait a little and try again.', {
      retryAfter: seconds,
    });
  const { kinds } = await readMessageSettings(db);
  const text = kinds[kind].texts.find((each) => each.language === language);
  const { centers } = await loadNames(context);
  const [center] = centers.values();
  const sample = {
    ...{ name: language === 'bn' ? 'রহিম উদ্দিন' : 'Rahim Uddin', vehicleNumber: 'GA 12-3456' },
    ...{
      center: center?.name ?? '',
      day: addDays(dateInTimeZone(dealer.timeZone, clock.now()), 1),
      time: '10:00',
    },
  };
  const values = toMessageValues(language, sample);
  const plain = text && fillKindText(text, values);
  const filled = plain && way === 'sms' ? toSmsText(plain) : plain;
  if (!filled) return { isSent: false, text: '', parts: null, failure: 'noText' };
  const counted = way === 'sms' ? countSmsParts(filled).parts : null;
  const answer = (outcome: TestFailure | 'sent'): Reply => {
    const failure = outcome === 'sent' ? null : outcome;
    return { isSent: failure === null, text: filled, parts: counted, failure };
  };
  if (way === 'whatsapp') {
    const template = text?.template ? toTemplateMessage(text.template, values) : null;
    const outcome = template && (await aside(() => sendTestTemplate(context, parts, template, to)));
    if (!template || !outcome) return answer('noTemplate');
    return { ...answer(outcome), text: template.text };
  }
  if (way === 'sms' && !(await findSmsGateway(db))) return answer('noGateway');
  const sent = { id: newId(clock.now()), kind, to, language, text: filled };
  const outcome = await aside(() =>
    way === 'email' ? sendMessageEmail(context, parts.mailer, sent) : sendSms(context, parts, sent),
  );
  return answer(outcome);
}

function readReceiver({ dealer }: ActorContext, way: TestMessageBody['way'], typed: string): string {
  const to = way === 'email' ? emailSchema.safeParse(typed).data : normalisePhone(typed, dealer.phoneCountry);
  if (to === undefined)
    throw invalidFields({ to: way === 'email' ? messages.invalidEmail : messages.invalidPhone });
  return way === 'email' ? to : toInternationalPhone(to, dealer.phoneCountry);
}
