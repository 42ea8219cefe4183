import { z } from 'zod';
import { endpoint, intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { lead } from '#contract/leads/leads.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { serviceCenterName } from '#contract/people.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, requiredLines } from '#contract/text/text.ts';

/** The largest notification of WhatsApp that is taken, which brings up to a thousand messages. */
export const maxWhatsAppNotificationBytes = 3_145_728;

const mostNumbers = 100;

/** Meta's id of a number of the dealer. */
const numberId = z
  .string(messages.required)
  .trim()
  .regex(/^\d{1,30}$/, messages.invalidNumberId);

/** A number of the dealer on WhatsApp, with the service center that the messages to it are for. */
export const centerWhatsAppNumber = z.object({ number: numberId, serviceCenter: serviceCenterName });

/** All numbers of a connection, each once. */
export const centerWhatsAppNumbersBody = z
  .array(z.strictObject({ number: numberId, serviceCenter: id }))
  .max(mostNumbers)
  .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, messages.numberTwice);

/** Messages that become no lead: a reaction, what WhatsApp itself says in a chat, a chat that was only opened, and what the dealer's own numbers send. */
export const skippedMessageReasons = ['reaction', 'system', 'openedChat', 'ownNumber'] as const;

/** The reason of a message that only asked for no more messages, of somebody without a lead: their number is remembered. */
export const stopRequest = 'stopRequest';

export type SkippedMessageReason = (typeof skippedMessageReasons)[number];

/**
 * The reasons why something that was written in the WhatsApp Business app answers no lead: the customer has no open one; it was written before the
 * lead came; it corrects or deletes an earlier answer; it went to a group; nobody can tell what it is or to whom it went; it is a reaction or a notice.
 */
export const skippedEchoReasons = [
  'noOpenLead',
  'beforeLead',
  'changedAnswer',
  'groupMessage',
  'unknownAnswer',
  'reaction',
  'system',
] as const;

export type SkippedEchoReason = (typeof skippedEchoReasons)[number];

/** Takes messages and their states as WhatsApp's Cloud API posts them. */
export const receiveWhatsAppNotification = endpoint({
  method: 'POST',
  base: intakePath,
  path: '/intake/:connection/whatsapp',
  summary: 'Messages of WhatsApp’s Cloud API. A GET of it answers Meta’s verification',
  tag: 'Incoming enquiries',
  changes: [],
  who: 'public',
  params: z.object({ connection: id }),
  reply: z.object({ received: z.boolean() }),
  refusals: [401, 403, 404, 413, 429, 507],
});

/** The characters that WhatsApp takes in a message. */
export const maxReplyLength = 4_096;

/** Hours after a customer's last message in which WhatsApp takes replies. */
export const replyHours = 24;

/** The states of a message to a customer on WhatsApp. `asked`: WhatsApp has not answered yet whether it takes it. */
export const messageStates = ['waiting', 'asked', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/**
 * The reasons why a message did not reach the customer: too late; WhatsApp cannot deliver to them; it refused it; it did not say
 * whether it took it; the customer was erased before.
 */
export const messageFailures = ['windowClosed', 'undeliverable', 'refused', 'unknown', 'erased'] as const;
export type MessageFailure = (typeof messageFailures)[number];

/** The state of a message that was sent from here. */
export const sentMessage = z.object({
  state: z.enum(messageStates),
  reason: z.enum(messageFailures).nullable(),
  at: instant,
});

/** A lead's conversation on WhatsApp; `openUntil`: when WhatsApp stops taking replies. */
export const whatsAppConversation = z.object({ openUntil: instant });

/** Sends a text on WhatsApp to the customer of a lead, within 24 hours of their last message; it is logged as a contact. */
export const sendWhatsAppReply = endpoint({
  method: 'POST',
  path: '/serviceCenter/manageLeads/whatsapp/:id',
  summary:
    'Reply on WhatsApp to the customer of a lead, within 24 hours of their last message; it counts as an attempt that reached them',
  tag: 'Contacts',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  body: z.strictObject({ text: requiredLines(maxReplyLength), key: z.uuid() }),
  reply: z.object({ lead }),
  status: 201,
  refusals: [404, 409],
});
