import { z } from 'zod';
import { bookingOutcomes } from '#contract/bookings/booking.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { comment } from '#contract/comments.ts';
import { contact } from '#contract/contacts.ts';
import { customerMessage, customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import { customerBooking } from '#contract/customers.ts';
import { attachment, enquiry } from '#contract/intake/deliveries.ts';
import { messagePicture } from '#contract/intake/message-pictures.ts';
import {
  messageFailures,
  messageStates,
  sentMessage,
  whatsAppConversation,
} from '#contract/intake/whatsapp.ts';
import { leadWriterLevels } from '#contract/levels.ts';
import { person } from '#contract/people.ts';
import { calendarDate, instant, timeOfDay } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { callGroups } from './call-order.ts';
import { leadVersion } from './lead-history.ts';
import { declinedOffer, leadOffer } from './lead-offers.ts';
import { leadChannels } from './lead-source.ts';
import { lead, leadStatus } from './leads.ts';

// `before`: the previous version; null for the first.
const versionEntry = z.object({
  kind: z.literal('version'),
  _id: id,
  version: leadVersion,
  before: z.nullable(
    /* @__PURE__ */ leadVersion.pick({ status: true, nextFollowUpDates: true, joinedLeads: true }),
  ),
});

// `message`: what became of it, if it is one that was sent from here; `isFromPhone`: somebody wrote it in the WhatsApp Business app.
const contactEntry = z.object({
  kind: z.literal('contact'),
  _id: id,
  contact,
  message: z.nullable(sentMessage),
  isFromPhone: z.boolean(),
});

const answerFailures = [
  ...messageFailures,
  'mailRefused',
  'mailUnreachable',
  'tooMany',
  'nothingToSay',
] as const;
/**
 * The reasons why an automatic answer did not go out: as of any message, the mail server refused it, none took it, its connection had
 * sent too many in an hour, or its text was gone or said nothing without what the lead lacks.
 */
export type AutomaticAnswerFailure = (typeof answerFailures)[number];

/** `at`: when it was queued. `text`: null until it is written, and once erased; `state`: null where nobody kept it. */
const automaticAnswer = z.object({
  at: instant,
  text: z.string().nullable(),
  state: z.enum(messageStates).nullable(),
  reason: z.enum(answerFailures).nullable(),
});

const intakeEntry = z.object({
  kind: z.literal('intake'),
  _id: id,
  delivery: z.object({
    _id: id,
    receivedAt: instant,
    askedAt: instant,
    hasJoined: z.boolean(),
    isBeside: z.boolean(),
    channel: z.enum(leadChannels),
    answer: z.nullable(automaticAnswer),
    connection: person,
    notes: z.string().nullable(),
    enquiry: z.nullable(enquiry),
    agreed: z.string().nullable(),
    declined: z.array(declinedOffer),
    attachments: z.array(attachment),
    picture: z.nullable(messagePicture),
  }),
});
/**
 * An enquiry that came by itself, whose details are in `delivery`: it became the lead or, with `hasJoined`, was one more of a person whose lead was open;
 * `askedAt`: where it stands in the timeline: of a message when it was written, which may have come later; `isBeside`: it became a lead although another one was open. `notes`: its message, `enquiry`: all that was understood of it, both null once erased; `agreed`: the consent that a form asked for; `answer`: the automatic one;
 * `declined`: which of its offers were declined, oldest first; `attachments`: files that came with it; `picture`: one that it is.
 */
export type IntakeEntry = z.infer<typeof intakeEntry>;

const commentEntry = z.object({ kind: z.literal('comment'), _id: id, comment });

const outcomeEntry = z.object({
  kind: z.literal('outcome'),
  _id: id,
  date: calendarDate,
  time: z.nullable(timeOfDay),
  outcome: z.enum(['arrived', 'didNotCome']),
  by: person,
  at: instant,
});
/** An outcome of a booking, as somebody said it; one that was taken back is gone. */
export type OutcomeEntry = z.infer<typeof outcomeEntry>;

/** A message that the customer got by itself, gets, or did not get for a reason that somebody should know. */
const messageEntry = z.object({ kind: z.literal('message'), _id: id, message: customerMessage });

/** A page of a lead's timeline, newest first. `next`, as `before` of the next call, gets the page after it; null at the end. */
export const timeline = z.object({
  entries: z.array(
    z.discriminatedUnion('kind', [
      versionEntry,
      contactEntry,
      commentEntry,
      intakeEntry,
      outcomeEntry,
      messageEntry,
    ]),
  ),
  next: z.nullable(id),
});
/** A page of the timeline of a lead: its `entries`, newest first, and where the `next` one begins. */
export type Timeline = z.infer<typeof timeline>;
export type TimelineEntry = Timeline['entries'][number];

const otherLead = customerBooking.extend({ status: leadStatus });
/** Another lead of the same customer. */
export type OtherLead = z.infer<typeof otherLead>;

/**
 * A merge of leads that was done. `lead` is kept, `leads` were joined with it; it can be undone until `undoUntil`, if nothing of it is
 * erased before.
 */
export const leadMerge = z.object({
  _id: id,
  lead: id,
  leads: z.array(id),
  at: instant,
  by: person,
  undoUntil: instant,
});
export type LeadMerge = z.infer<typeof leadMerge>;

const leadBooking = z.object({
  date: calendarDate,
  time: z.nullable(timeOfDay),
  outcome: z.enum(bookingOutcomes),
  confirmedAt: z.nullable(instant),
  readyAt: z.nullable(instant),
});
/** The booking that a lead has, or the last one of which something came. */
export type LeadBooking = z.infer<typeof leadBooking>;

/**
 * A lead with all that its panel shows. `group`: where the lead stands in the call queue now; null when nothing is due. `otherLeads`: the
 * newest 20 in centers that the caller may see; `hasOtherCenters`: others are in centers they may not see. `joined`: what the timeline
 * tells too; `merge`: the newest one, while the caller can undo it. `conversation`: null unless they write on WhatsApp.
 * `stoppedMessages`: kinds of messages that the customer does not want.
 */
export const leadPanel = z.object({
  lead,
  group: z.enum(callGroups).nullable(),
  timeline,
  otherLeads: z.array(otherLead),
  hasOtherCenters: z.boolean(),
  joined: z.array(otherLead),
  merge: z.nullable(leadMerge),
  conversation: z.nullable(whatsAppConversation),
  offers: z.array(leadOffer),
  booking: z.nullable(leadBooking),
  stoppedMessages: z.array(z.enum(customerMessageKinds)),
});
export type LeadPanel = z.infer<typeof leadPanel>;

/** Returns a lead with the first page of its timeline, its booking, its offers and the customer's other leads. */
export const getLeadPanel = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/panel/:id',
  summary: 'A lead with the first page of its timeline and the customer’s other leads',
  tag: 'Leads',
  reads: 'panels',
  who: leadWriterLevels,
  params: idParams,
  reply: leadPanel,
  refusals: [404],
});

/** Lists 20 further entries of a lead's timeline, those before `before`, newest first. */
export const listTimeline = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/timeline/:id',
  summary: 'What happened to a lead before `before`, newest first, 20 a page',
  tag: 'Leads',
  reads: 'panels',
  who: leadWriterLevels,
  params: idParams,
  query: z.object({ before: id.optional() }),
  reply: timeline,
  refusals: [404],
});
