import type { MessageText } from '#contract/message-texts.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { countAutomaticAnswer, countAutomaticAnswerOfConnection } from '#server/auth/throttles.service.ts';
import type { Context, DealerRules } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { listMessageTexts } from '#server/dealer/message-texts.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { type EmailWriter, type MailEndHandler, queueMail } from '#server/mail/mail.service.ts';
import { getAnswerLetter } from './answer-letters.ts';
import { fillAnswerText } from './answer-text.ts';
import { findAnsweredAliases, markDeliveriesAnswered, saveAnswerOutcome, storeAnswer } from './answers.db.ts';
import { type ConnectionRow, findConnections } from './connections.db.ts';
import { findDelivery } from './deliveries.db.ts';
import { isLateEnquiry } from './late-enquiries.ts';
import { createSystemActor } from './system-actor.ts';
import { queueAutomaticReply } from './whatsapp/replies.service.ts';

type Answerable = {
  id: string;
  names: readonly string[];
  email: string | null | undefined;
  askedAt: Date;
  connection: Pick<ConnectionRow, 'id' | 'kind' | 'answerText'>;
};

/**
 * Queues automatic answers to those of some enquiries of the last 24 hours whose connection says so, by WhatsApp what came by it, and
 * by email what has one, each person once a day, and each address once in 24 hours, whoever gives it; a connection sends a limited
 * number of emails an hour. The answers leave when the transaction of `context`, which holds their phones, commits.
 */
export async function answerEnquiries(
  context: Context,
  { timeZone }: DealerRules,
  enquiries: readonly Answerable[],
): Promise<void> {
  const now = context.clock.now();
  const asked = enquiries
    .filter(({ askedAt }) => !isLateEnquiry(askedAt, now))
    .filter(({ email, connection }) => connection.answerText && (email || connection.kind === 'whatsapp'))
    // Others that count the same addresses wait for each other in one order.
    .sort((one, other) => ((one.email ?? '') < (other.email ?? '') ? -1 : 1));
  if (asked.length === 0) return;
  const today = instantInTimeZone(timeZone, dateInTimeZone(timeZone, now), '00:00');
  const known = await findAnsweredAliases(
    context.db,
    asked.flatMap(({ names }) => names),
    today,
  );
  const aliases = Map.groupBy(known, ({ name }) => name);
  const had = new Set(known.flatMap(({ alias, isAnswered }) => (isAnswered ? alias : [])));
  const ids: string[] = [];
  const byMail: { id: string; email: string; connection: string }[] = [];
  for (const { id, names, email, connection } of asked) {
    const called = names.flatMap((name) => aliases.get(name)?.map(({ alias }) => alias) ?? name);
    if (called.some((name) => had.has(name))) continue;
    const isWhatsApp = connection.kind === 'whatsapp';
    if (!isWhatsApp && !(email && (await countAutomaticAnswer(context, email)))) continue;
    if (isWhatsApp && !(await answerByWhatsApp(context, id))) continue;
    for (const name of called) had.add(name);
    ids.push(id);
    if (!isWhatsApp && email) byMail.push({ id, email, connection: connection.id });
  }
  const { mailed, refused } = await mailAnswers(context, byMail);
  await markDeliveriesAnswered(context.db, { ids, mailed, refused, at: now });
}

// Connections are counted after all addresses and in order, so that no two transactions wait for each other.
async function mailAnswers(
  context: Context,
  answers: readonly { id: string; email: string; connection: string }[],
): Promise<{ mailed: string[]; refused: string[] }> {
  const mailed: string[] = [];
  const refused: string[] = [];
  for (const { id, email, connection } of answers.toSorted((one, other) =>
    one.connection < other.connection ? -1 : 1,
  )) {
    if (await countAutomaticAnswerOfConnection(context, connection)) {
      mailed.push(id);
      await queueMail(context, 'enquiryAnswer', email, null, id);
    } else refused.push(id);
  }
  return { mailed, refused };
}

async function answerByWhatsApp(context: Context, delivery: string): Promise<boolean> {
  const answer = await writtenFor(context, delivery);
  if (!answer) return false;
  const { connection, lead, text } = answer;
  await storeAnswer(context.db, delivery, text);
  await queueAutomaticReply(context, { delivery, connection, lead, text });
  return true;
}

/**
 * Writes the email that answers a delivery by its connection's text for the lead as it is now, and stores the text; undefined once the
 * lead is erased, or the text is deleted or says nothing about it.
 */
export const writeAnswer: EmailWriter = async (context, { delivery }) => {
  const answer = delivery ? await writtenFor(context, delivery) : undefined;
  if (!delivery || !answer) return undefined;
  await storeAnswer(context.db, delivery, answer.text);
  const { name: sender } = await readDealer(context);
  const { subject, footnote } = getAnswerLetter(answer.language);
  return { subject: `${subject}: ${sender}`, paragraphs: answer.text.split(/\n+/), footnote };
};

/** Stores what became of an answer by email, once it was sent or given up. */
export const finishMailedAnswer: MailEndHandler = async ({ db }, { delivery }, end) => {
  const failures = { done: null, refused: 'mailRefused', givenUp: 'mailUnreachable' } as const;
  if (delivery) await saveAnswerOutcome(db, delivery, failures[end]);
};

type Answer = {
  connection: string;
  lead: string;
  text: string;
  language: MessageText['language'];
};

async function writtenFor(context: Context, delivery: string): Promise<Answer | undefined> {
  const row = await findDelivery(context.db, delivery);
  const dealer = await readDealerRules(context.db);
  if (!row?.lead || !dealer) return undefined;
  const [connection] = await findConnections(context.db, [row.connection._id]);
  const text = (await listMessageTexts(context)).find(({ _id }) => _id === connection?.answerText);
  if (!connection || !text) return undefined;
  const lead = await getLead(createSystemActor(context, dealer, connection), row.lead);
  if (lead.isErased) return undefined;
  const filled = fillAnswerText(text, lead, { timeZone: dealer.timeZone, now: context.clock.now() });
  if (!filled) return undefined;
  return { connection: connection.id, lead: row.lead, text: filled, language: text.language };
}
