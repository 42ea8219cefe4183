import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import {
  deleteEndedAttempt,
  deleteQueuedMessagesOfLeads,
  findSendingNumbers,
  insertMessage,
  type SendingNumber,
} from './messages.db.ts';
import { findConversationOfLeads } from './replies.service.ts';

/**
 * Deletes the messages about bookings of leads that WhatsApp was not asked for.
 *
 * @returns the ids of the customer messages that they were to send.
 */
export async function withdrawQueuedMessages(db: Db, leads: readonly string[]): Promise<Set<string>> {
  return new Set(await deleteQueuedMessagesOfLeads(db, leads));
}

/** `values`: of the template's variables; `text`: the template as it will look. */
type TemplateMessage = {
  connection: string;
  name: string;
  language: string;
  values: string[];
  text: string;
};

type BookingMessage = {
  message: string;
  lead: string;
  // Ids of the lead and those joined with it.
  leads: readonly string[];
  phone: string;
  center: string;
  text: string;
  buttons: string[] | null;
  template: TemplateMessage | null;
  until: Date;
};

/** Milliseconds before WhatsApp takes no more replies in which none is begun. */
const marginMs = 60_000;

/**
 * Queues a message about a booking: as a free reply while WhatsApp takes these, else as a template. It is sent once, until a moment,
 * and given back after it.
 *
 * @returns its text; undefined where WhatsApp is no way to the customer now: then nothing is queued.
 */
export async function queueBookingMessage(
  context: Context,
  { message, lead, leads, phone, center, text, buttons, template, until }: BookingMessage,
): Promise<string | undefined> {
  const { db, clock } = context;
  const now = clock.now();
  const conversation = await findConversationOfLeads(context, leads);
  const queued = {
    ...{ id: newId(now), lead, contact: null, delivery: null, customerMessage: message, at: now },
  };
  const isOpen = conversation && conversation.until.getTime() - marginMs > now.getTime();
  if (isOpen && !(await isResting(db, conversation.connection, now))) {
    await deleteEndedAttempt(db, message);
    const extra = buttons && { buttons };
    const ends = new Date(Math.min(until.getTime(), conversation.until.getTime()));
    await insertMessage(db, { ...conversation, ...queued, text, extra, until: ends });
    return text;
  }
  const numbers = template ? await findSendingNumbers(db, template.connection, now) : [];
  const from = chooseNumber(numbers, center, conversation?.number);
  const recipient = phone.startsWith('+') ? phone.slice(1) : conversation?.recipient;
  if (!template || !from || from.isResting || !recipient) return undefined;
  const { connection, name, language, values } = template;
  await deleteEndedAttempt(db, message);
  await insertMessage(db, {
    ...{ ...queued, connection, number: from.number, recipient, text: template.text, until },
    extra: { template: { name, language, values } },
  });
  return template.text;
}

async function isResting(db: Db, connection: string, now: Date): Promise<boolean> {
  return (await findSendingNumbers(db, connection, now)).some(({ isResting }) => isResting);
}

/** Chooses the number that the customer knows, else that of the center. */
function chooseNumber(
  numbers: readonly SendingNumber[],
  center: string,
  known: string | undefined,
): SendingNumber | undefined {
  return (
    numbers.find(({ number }) => number === known) ??
    numbers.find((each) => each.center === center) ??
    numbers[0]
  );
}
