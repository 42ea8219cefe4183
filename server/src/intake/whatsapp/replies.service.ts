import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { replyHours, type sendWhatsAppReply as sendCall } from '#contract/intake/whatsapp.ts';
import type { TimelineEntry } from '#contract/leads/lead-panel.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { logSentMessage } from '#server/contacts/contacts.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  getVisibleLead,
  listIdsWithJoined,
  type VisibleLead,
} from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { findContactsFromBusinessApp } from './echoes.db.ts';
import {
  findMessageOutcomes,
  findReceivedMessage,
  findReceivedMessages,
  insertMessage,
  type ReceivedMessage,
} from './messages.db.ts';

const looksBack = 20;

type Conversation = { connection: string; number: string; recipient: string; until: Date };

type AutomaticReply = { delivery: string; connection: string; lead: string; text: string };

type Sent = { connection: string; lead: EndpointReply<typeof sendCall>['lead'] };

/**
 * Queues an answer to a customer on WhatsApp, which is sent afterwards, once, and logs it as a contact.
 *
 * @param reply.key a repeat under it answers the first one.
 * @throws Refusal 400 beside `text` where nobody can be answered or the lead is archived, 404, and as {@link logSentMessage}.
 */
export function sendWhatsAppReply(
  context: ActorContext,
  id: string,
  { text, key }: { text: string; key: string },
): Promise<Sent> {
  return inTransaction(context, async (inside) => {
    const now = inside.clock.now();
    const lead = await getVisibleLead(inside, id);
    if (!lead.is_active) throw invalidFields({ text: messages.leadArchived });
    const conversation = await readConversation(inside, lead);
    const { contact, lead: after } = await logSentMessage(inside, id, { text, key });
    if (!conversation) throw invalidFields({ text: messages.noConversation });
    if (conversation.until <= now) throw invalidFields({ text: messages.replyTooLate });
    const whose = { lead: id, contact: contact._id, delivery: null };
    await insertMessage(inside.db, { ...conversation, ...whose, id: newId(now), text, at: now });
    return { connection: conversation.connection, lead: after };
  });
}

/**
 * Queues an answer that nobody wrote, in the transaction of `context`; none when the message that it answers is erased, or its sender
 * cannot be answered.
 */
export async function queueAutomaticReply({ db, clock }: Context, answer: AutomaticReply): Promise<void> {
  const now = clock.now();
  const message = await findReceivedMessage(db, answer.delivery);
  const to = message && conversationOf({ ...message, receivedAt: now });
  if (to) await insertMessage(db, { ...answer, ...to, id: newId(now), contact: null, at: now });
}

/** Finds until when the customer of a lead can be answered on WhatsApp, which may have passed; null for one who does not write there. */
export async function findConversation(
  context: Context,
  lead: VisibleLead,
): Promise<{ openUntil: string } | null> {
  const found = await readConversation(context, lead);
  return found ? { openUntil: found.until.toISOString() } : null;
}

type ContactEntry = Extract<TimelineEntry, { kind: 'contact' }>;

/**
 * Finds what became of the messages of contacts, and which of them were written on the dealer's phone.
 *
 * @returns one per contact; `message` is null for a contact that sent none.
 */
export async function findSentMessages(
  { db }: Context,
  contacts: readonly string[],
): Promise<Map<string, Pick<ContactEntry, 'message' | 'isFromPhone'>>> {
  if (contacts.length === 0) return new Map();
  const [sent, echoed] = await Promise.all([
    findMessageOutcomes(db, contacts),
    findContactsFromBusinessApp(db, contacts),
  ]);
  const states = new Map(
    sent.map(({ contact, state, reason, at }) => [contact, { state, reason, at: at.toISOString() }]),
  );
  return new Map(
    contacts.map((id) => [id, { message: states.get(id) ?? null, isFromPhone: echoed.has(id) }]),
  );
}

function readConversation(context: Context, lead: VisibleLead): Promise<Conversation | undefined> {
  return findConversationOfLeads(context, listIdsWithJoined(lead));
}

/**
 * Finds where the customer of leads wrote on WhatsApp last, and until when WhatsApp takes replies, which may have passed; undefined
 * for one who never wrote.
 */
export async function findConversationOfLeads(
  { db }: Context,
  leads: readonly string[],
): Promise<Conversation | undefined> {
  const received = await findReceivedMessages(db, leads, looksBack);
  const found = received.flatMap((message) => conversationOf(message) ?? []);
  return found.sort((one, other) => other.until.getTime() - one.until.getTime())[0];
}

function conversationOf(message: ReceivedMessage): Conversation | undefined {
  const { connection, number, sender, sentAt, receivedAt } = message;
  const recipient = recipientOf(sender ?? '');
  if (!number || !recipient) return undefined;
  const at = Math.min(receivedAt.getTime(), sentAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return { connection, number, recipient, until: new Date(at + replyHours * 3_600_000) };
}

function recipientOf(sender: string): string | undefined {
  if (sender.startsWith('+')) return sender.slice(1);
  return isWhatsAppId(sender) ? sender : undefined;
}
