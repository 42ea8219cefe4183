import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import { confirmBooking } from '#server/bookings/bookings-outcomes.service.ts';
import type { Context } from '#server/context.ts';
import { rememberStoppedNumbers, saveStoppedMessages } from '#server/customers/stopped-messages.service.ts';
import type { HandledAnswer, PossibleAnswer } from '#server/intake/customer-answers.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { lockOfferingsOfToday } from '#server/offerings/offerings.service.ts';
import { isStopMessage, readBookingAnswer, readRating } from './answer-buttons.ts';
import {
  type AnsweredMessage,
  findKnownSenders,
  findMessagesToCustomer,
  type KnownSender,
  saveMessageAnswer,
} from './answers.db.ts';

const day = 24 * 3_600_000;
const answersWithin = 7 * day;
const maxAnswer = 500;
const lowRating = 2;
const ofBooking: readonly AnsweredMessage['kind'][] = ['dayBefore', 'bookingConfirmed', 'bookingMoved'];

/**
 * Handles WhatsApp messages that answer an automatic message, in the transaction of `inside`: it stores that the customer comes, rates
 * a visit (a low rating becomes a lead), or wants no more messages, also if they got none.
 *
 * @returns what came of each that is an answer, by its id; messages that are enquiries are missing.
 */
export async function handleCustomerAnswers(
  inside: Context,
  messages: readonly PossibleAnswer[],
): Promise<Map<string, HandledAnswer>> {
  const answers = new Map<string, HandledAnswer>();
  if (messages.length === 0) return answers;
  const known = await findKnownSenders(
    inside.db,
    messages.flatMap(({ names }) => names),
  );
  for (const message of messages) {
    const sender = known.find(({ name }) => message.names.includes(name));
    const answer = isStopMessage(message.text)
      ? await stopMessages(inside, sender, message)
      : sender && (await handle(inside, sender, message));
    if (answer) answers.set(message.id, answer);
  }
  return answers;
}

async function stopMessages(
  inside: Context,
  sender: KnownSender | undefined,
  { names }: PossibleAnswer,
): Promise<HandledAnswer> {
  if (sender) await saveStoppedMessages(inside, sender.customer, customerMessageKinds);
  else await rememberStoppedNumbers(inside, names);
  return { lead: sender?.lead ?? null, isUrgent: false, isNew: false };
}

async function handle(
  inside: Context,
  { customer }: KnownSender,
  message: PossibleAnswer,
): Promise<HandledAnswer | undefined> {
  const { db } = inside;
  const { text, askedAt } = message;
  const since = new Date(askedAt.getTime() - answersWithin);
  const told = listAnswerable(await findMessagesToCustomer(db, customer, { since, until: askedAt }), message);
  const thanked = told.find(({ kind, rating }) => kind === 'thankYou' && rating === null);
  const rating = thanked && readRating(text);
  if (thanked && rating !== undefined) return handleRating(inside, message, thanked, rating);
  const isNamed = ({ wamid }: AnsweredMessage) => wamid !== null && wamid === message.answers;
  const asked = told.find((each) => ofBooking.includes(each.kind) && (each.standing || isNamed(each)));
  if (!asked) return undefined;
  const { standing, isLeadOpen, lead } = asked;
  const answer = readBookingAnswer(text);
  if (answer === undefined && (asked.kind !== 'dayBefore' || asked.answer !== null)) return undefined;
  await saveMessageAnswer(db, asked.id, { answer: text.slice(0, maxAnswer), rating: null, at: askedAt });
  if (answer === 'come' && standing) {
    await confirmBooking(message.as, { lead: standing.lead, booking: standing.version });
    return { lead: standing.lead, isUrgent: false, isNew: false };
  }
  // To a booking that was moved or cancelled since, somebody has to answer, also that they come.
  if (standing) return { lead: standing.lead, isUrgent: true, isNew: false };
  return isLeadOpen ? { lead, isUrgent: true, isNew: false } : undefined;
}

/**
 * Lists the messages that a customer may mean: the one that they quote or whose button they tapped; where they name none, those after
 * which nobody of the dealer's wrote to them.
 */
function listAnswerable(
  told: readonly AnsweredMessage[],
  { answers }: Pick<PossibleAnswer, 'answers'>,
): AnsweredMessage[] {
  if (answers === null) return told.filter(({ isOvertaken }) => !isOvertaken);
  const named = told.filter(({ wamid }) => wamid === answers);
  // Until WhatsApp has said what it calls a message, it may be the one.
  return named.length > 0 ? named : told.filter(({ way, wamid }) => way === 'whatsapp' && wamid === null);
}

async function handleRating(
  inside: Context,
  { text, askedAt, source, as }: PossibleAnswer,
  thanked: AnsweredMessage,
  rating: number,
): Promise<HandledAnswer | undefined> {
  const answer = text.slice(0, maxAnswer);
  await saveMessageAnswer(inside.db, thanked.id, { answer, rating, at: askedAt });
  if (rating > lowRating) return { lead: thanked.lead, isUrgent: false, isNew: false };
  const { name, phone, email, vehicleNumber, serviceCenter, serviceOrCampaign } = await getLead(
    as,
    thanked.lead,
  );
  const body = {
    ...{ name, phone, email, vehicleNumber, serviceCenter: serviceCenter._id, platform: 'whatsapp' as const },
    notes: `Complaint: ${answer}`,
  };
  const [offered = null] = serviceOrCampaign ? await lockOfferingsOfToday(as, [serviceOrCampaign._id]) : [];
  const complaint = { ...body, serviceOrCampaign: offered };
  const [made] = await createLeads(inside.db, [{ context: as, body: complaint, source, askedAt }]);
  // Where the lead's center takes no more leads, it goes where other messages of this customer go.
  return made?.status === 'fulfilled' ? { lead: made.value._id, isUrgent: true, isNew: true } : undefined;
}
