import { z } from 'zod';
import { maxKnownLeads, textLength } from '#contract/business.ts';
import { endpoint, intakePath } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { leadSource } from '#contract/leads/lead-source.ts';
import { createLeadBody, lead } from '#contract/leads/leads.ts';
import { leadWriterLevels, managementLevels } from '#contract/levels.ts';
import { offeringType } from '#contract/offerings.ts';
import { person, serviceCenterName } from '#contract/people.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams, optionalText } from '#contract/text/text.ts';
import { messagePicture } from './message-pictures.ts';

/** Fields that a delivery can give of an enquiry. Dates and times are by the dealer's clock. */
export const enquiryFields = [
  'name',
  'phone',
  'email',
  'vehicleNumber',
  'notes',
  'serviceCenter',
  'serviceOrCampaign',
  'appointmentDate',
  'appointmentTime',
] as const;

export type EnquiryField = (typeof enquiryFields)[number];

/** Limits of connections, deliveries and their files. */
export const intakeLimits = {
  connections: 50,
  pathLength: 200,
  /** Paths of one field. All texts of a name or notes are used; of other fields the first that says something counts. */
  pathsPerField: 10,
  deliveryBytes: 262_144,
  /** Bytes of a mail, or of a form that is posted to a webhook, files included. */
  mailBytes: 26_214_400,
  /** Bytes of a mail that are stored. */
  storedMailBytes: 5_242_880,
  /** Bytes of all files of a mail or form that are stored beside it. */
  attachmentBytes: 10_485_760,
  /** Files of a mail or form that are listed. */
  attachments: 50,
  // Characters of a delivery that are shown.
  shownCharacters: 100_000,
  shownTexts: 200,
  replayedDeliveries: 100,
  /** Days shown of a connection, today included. */
  shownDays: 14,
} as const;

/** An enquiry as it was understood: texts are as they came, except for the center and offering, which are the dealer's. */
export const enquiry = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  notes: z.string().nullable(),
  serviceCenter: serviceCenterName.nullable(),
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  appointmentDate: calendarDate.nullable(),
  appointmentTime: z.string().nullable(),
  source: leadSource,
});

export type Enquiry = z.infer<typeof enquiry>;

/**
 * Lists why a person has to place a delivery: it has no phone number, or one that cannot be called, or no known center; its text cannot
 * be read, or is about several people without saying whose is what; it is a mail of the dealer's own team that names nobody else; the
 * details are in an attached file that cannot be read; a part is too large to be read; or reading it took too long three times.
 */
export const placingReasons = [
  'noPhone',
  'badPhone',
  'noCenter',
  'unreadable',
  'severalPeople',
  'fromTeam',
  'attachedFile',
  'tooLarge',
  'tooCostly',
] as const;

export type PlacingReason = (typeof placingReasons)[number];

/** The reason of a delivery that became a new lead although the person already had an open one at the center. */
export const addedDespiteDuplicate = 'besideOpenLead';

/**
 * The states of a delivery. `waiting`: not worked yet; `lead`: became one; `joined`: the person's only open lead at the center took it;
 * `toPlace`: by a person; `ignored`: by a person, or no enquiry; `failed`: is tried again.
 */
export const deliveryStates = ['waiting', 'lead', 'joined', 'toPlace', 'ignored', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/**
 * A delivery as the list of what came in shows it. `summary`: who it is about, as far as it was understood. `reason`: of `toPlace` and
 * `ignored`, of `failed`, where it is the kind of failure, and of a `lead` beside an open one. `attempts`: that failed. `resolvedBy`: who
 * placed or ignored it.
 */
export const delivery = z.object({
  _id: id,
  receivedAt: instant,
  connection: z.object({ _id: id, name: z.string() }),
  state: z.enum(deliveryStates),
  reason: z.string().nullable(),
  attempts: z.int(),
  summary: z.string().nullable(),
  lead: id.nullable(),
  resolvedBy: person.nullable(),
});

export type Delivery = z.infer<typeof delivery>;

/** A file that came with an enquiry and that Pitlane does not read. `isStored`: false where there was no room for its bytes. */
export const attachment = z.object({
  _id: id,
  name: z.string(),
  bytes: z.int(),
  isStored: z.boolean(),
});

export type Attachment = z.infer<typeof attachment>;

const wholeDelivery = delivery.extend({
  texts: z
    .array(z.object({ path: z.string(), label: z.string(), text: z.string() }))
    .max(intakeLimits.shownTexts),
  contentType: z.string().nullable(),
  text: z.string().nullable(),
  enquiry: enquiry.nullable(),
  attachments: z.array(attachment),
  picture: z.nullable(messagePicture),
});

/** A delivery with what came. `texts`: what it says, with what its sender calls each text; none of what cannot be read. `text`: as it came. */
export type DeliveryDetails = z.infer<typeof wholeDelivery>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/management/intake',
  summary: 'What came by itself, newest first; `isTotalCapped`: more match than `totalDeliveryCount`',
  tag: 'Incoming enquiries',
  reads: 'intake',
  who: managementLevels,
  query: z.object({ ...pagingParams, state: z.enum(deliveryStates).optional(), connection: id.optional() }),
  reply: z.object({
    deliveries: z.array(delivery),
    totalPages: z.int(),
    totalDeliveryCount: z.int(),
    isTotalCapped: z.boolean(),
  }),
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/management/intake/:id',
  summary: 'A delivery as it came, and what was understood of it',
  tag: 'Incoming enquiries',
  reads: 'intake',
  who: managementLevels,
  params: idParams,
  reply: wholeDelivery,
  refusals: [404],
});

/** Streams a file that came with an enquiry. */
export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/attachments/:id',
  summary:
    'A file that came with an enquiry, as it came: of a lead for whoever may see the lead, else for management',
  tag: 'Incoming enquiries',
  who: leadWriterLevels,
  params: idParams,
  streams: 'application/octet-stream',
  refusals: [404],
});

/** Makes a lead of a delivery that waits for a person, with the values in the body; an open lead of the person may take it instead. */
export const placeDelivery = endpoint({
  method: 'POST',
  path: '/management/intake/:id/place',
  summary:
    'Make a lead of a delivery that waits for a person, as its connection; with `hasJoined` an open lead took it, as it takes what comes by itself, unless it is among those that another one is `meant` beside',
  tag: 'Incoming enquiries',
  changes: ['intake', 'leads', 'panels'],
  who: managementLevels,
  params: idParams,
  body: createLeadBody.extend({ meant: z.array(id).max(maxKnownLeads).default([]) }),
  reply: z.object({ lead, hasJoined: z.boolean() }),
  status: 201,
  refusals: [404, 409],
});

/** Marks a delivery as no enquiry; it can be replayed. */
export const ignoreDelivery = endpoint({
  method: 'POST',
  path: '/management/intake/:id/ignore',
  summary: 'Settle a delivery that is no enquiry; it can be replayed',
  tag: 'Incoming enquiries',
  changes: ['intake'],
  who: managementLevels,
  params: idParams,
  body: z.strictObject({ reason: optionalText(textLength.line) }),
  reply: delivery,
  refusals: [404, 409],
});

/** Reads and works deliveries again that have become no lead; the others stay as they are. */
export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/management/intake/replay',
  summary: 'Work deliveries once more that have become no lead; the others stay as they are',
  tag: 'Incoming enquiries',
  changes: ['intake'],
  who: managementLevels,
  body: z.strictObject({ deliveries: z.array(id).min(1).max(intakeLimits.replayedDeliveries) }),
  reply: z.object({ replayed: z.int() }),
});

/** Takes an enquiry that another program posts to a connection, signed or with its secret. */
export const receiveDelivery = endpoint({
  method: 'POST',
  base: intakePath,
  path: '/intake/:connection',
  summary:
    'An enquiry from outside, as JSON, form fields or text: signed as Standard Webhooks says, or with the secret as bearer token. The same `webhook-id` counts once',
  tag: 'Incoming enquiries',
  changes: [],
  who: 'public',
  params: z.object({ connection: id }),
  reply: z.object({ received: z.boolean() }),
  refusals: [401, 403, 404, 413, 429, 507],
});
