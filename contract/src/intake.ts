import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint, intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { paging } from '#contract/call/paging.ts';
import { createLeadBody, lead, platforms } from '#contract/leads/leads.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams, optionalText, requiredText } from '#contract/text/text.ts';
import { management } from './levels.ts';
import { offeringType } from './offerings.ts';
import { person, serviceCenterName } from './people.ts';

const keepers = ['superAdmin'] as const;

/** What a delivery can say about an enquiry. Dates and times are by the dealer's clock. */
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

export const intakeLimits = {
  connections: 50,
  /** Names and keys, joined by dots: `lead.answers.0.value`. */
  pathLength: 200,
  /** Of one field; the first that says something counts, those of notes are all written down. */
  pathsPerField: 10,
  /** Bytes of a delivery. */
  delivery: 262_144,
  /** Deliveries of one replay. */
  replayed: 100,
  /** Shown of a connection, today included. */
  days: 14,
} as const;

/** Where each field is found in a delivery; one that is absent is recognised by its name, in English or Bangla. */
export const mapping = z.partialRecord(
  z.enum(enquiryFields),
  z.array(requiredText(intakeLimits.pathLength)).max(intakeLimits.pathsPerField),
);
export type Mapping = z.infer<typeof mapping>;

const platform = z.enum(platforms, messages.unknownPlatform);
const chosen = z
  .union([z.literal(''), z.null(), id])
  .transform((value) => value || null)
  .optional();

/** `accepted`: stored; `refused`: a wrong signature or while paused. */
const connectionDay = z.object({ day: calendarDate, accepted: z.int(), refused: z.int() });

/**
 * Where enquiries come from. `serviceCenter` and `serviceOrCampaign`: of those that name none. `path`: to which they are posted.
 * `isReadable`: its secret can be read with the key of this server.
 */
export const connection = z.object({
  _id: id,
  name: z.string(),
  platform,
  path: z.string(),
  isPaused: z.boolean(),
  isReadable: z.boolean(),
  serviceCenter: serviceCenterName.nullable(),
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  mapping,
  lastDeliveryAt: instant.nullable(),
  days: z.array(connectionDay),
});
export type Connection = z.infer<typeof connection>;

/** The secret is never told again. */
export const connectionWithSecret = z.object({ connection, secret: z.string() });

export const createConnectionBody = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired),
  platform,
  serviceCenter: chosen,
  serviceOrCampaign: chosen,
});
export type CreateConnectionBody = z.infer<typeof createConnectionBody>;

export const editConnectionBody = createConnectionBody
  .partial()
  .extend({ mapping: mapping.optional(), isPaused: z.boolean().optional() });
export type EditConnectionBody = z.infer<typeof editConnectionBody>;

export const listConnections = endpoint({
  method: 'GET',
  path: '/management/connections',
  summary: 'Where enquiries come from by themselves, by name, with what came in the last 14 days',
  tag: 'Intake',
  reads: 'connections',
  who: keepers,
  reply: z.object({
    connections: z.array(connection),
    totalPages: z.int(),
    totalConnectionCount: z.int(),
  }),
  refusals: [401, 403],
});

export const createConnection = endpoint({
  method: 'POST',
  path: '/management/connections',
  summary: 'Add a connection; the reply alone holds its secret',
  tag: 'Intake',
  changes: ['connections'],
  who: keepers,
  body: createConnectionBody,
  reply: connectionWithSecret,
  status: 201,
  refusals: [400, 401, 403, 409],
});

export const editConnection = endpoint({
  method: 'PATCH',
  path: '/management/connections/:id',
  summary: 'Edit, map, pause or resume a connection',
  tag: 'Intake',
  changes: ['connections', 'leads', 'panels'],
  who: keepers,
  params: idParams,
  body: editConnectionBody,
  reply: connection,
  refusals: [400, 401, 403, 404, 409],
});

export const renewSecret = endpoint({
  method: 'POST',
  path: '/management/connections/:id/secret',
  summary: 'Give a connection a new secret; the former one ends at once',
  tag: 'Intake',
  changes: ['connections'],
  who: keepers,
  params: idParams,
  reply: connectionWithSecret,
  refusals: [400, 401, 403, 404],
});

/** What was understood; texts as they came, but for the center and offering, which are the dealer's. */
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
});
export type Enquiry = z.infer<typeof enquiry>;

/** Why a person has to place it: no phone, one that cannot be called, no known center, or a text that cannot be read. */
export const placingReasons = ['noPhone', 'badPhone', 'noCenter', 'unreadable'] as const;
export type PlacingReason = (typeof placingReasons)[number];

export const previewMapping = endpoint({
  method: 'POST',
  path: '/management/connections/:id/preview',
  summary: 'What the last delivery of a connection would become with this mapping',
  tag: 'Intake',
  reads: 'connections',
  changes: [],
  who: keepers,
  params: idParams,
  body: z.strictObject({ mapping }),
  reply: z.object({
    /** Null: nothing has come yet. */
    receivedAt: instant.nullable(),
    /** Every text in it, with its path. */
    texts: z.array(z.object({ path: z.string(), text: z.string() })),
    enquiry: enquiry.nullable(),
    reason: z.enum(placingReasons).nullable(),
  }),
  refusals: [400, 401, 403, 404],
});

/**
 * `waiting`: not worked yet; `lead`: became one; `joined`: the person's only open lead at the center took it; `toPlace`: by a
 * person; `ignored`: by a person; `failed`: is tried again.
 */
export const deliveryStates = ['waiting', 'lead', 'joined', 'toPlace', 'ignored', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * `summary`: who it is about, as far as it was understood. `reason`: of `toPlace`, and of `failed`, where it is the kind of
 * failure. `attempts`: that failed. `settledBy`: who placed or ignored it.
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
  settledBy: person.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** `text`: as it came, null once erased. */
export const wholeDelivery = delivery.extend({
  contentType: z.string().nullable(),
  text: z.string().nullable(),
  enquiry: enquiry.nullable(),
});
export type WholeDelivery = z.infer<typeof wholeDelivery>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/management/intake',
  summary: 'What came by itself, newest first; `isTotalCapped`: more match than `totalDeliveryCount`',
  tag: 'Intake',
  reads: 'intake',
  who: management,
  query: z.object({ ...paging, state: z.enum(deliveryStates).optional(), connection: id.optional() }),
  reply: z.object({
    deliveries: z.array(delivery),
    totalPages: z.int(),
    totalDeliveryCount: z.int(),
    isTotalCapped: z.boolean(),
  }),
  refusals: [400, 401, 403],
});

export const summariseIntake = endpoint({
  method: 'GET',
  path: '/management/intake/summary',
  summary:
    'How many deliveries a person has to place, and how many failed, each counted up to 1,000; the connections by name',
  tag: 'Intake',
  reads: 'intake',
  who: management,
  reply: z.object({
    toPlace: z.int(),
    failed: z.int(),
    connections: z.array(z.object({ _id: id, name: z.string() })),
  }),
  refusals: [401, 403],
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/management/intake/:id',
  summary: 'A delivery as it came, and what was understood of it',
  tag: 'Intake',
  reads: 'intake',
  who: management,
  params: idParams,
  reply: wholeDelivery,
  refusals: [400, 401, 403, 404],
});

export const placeDelivery = endpoint({
  method: 'POST',
  path: '/management/intake/:id/place',
  summary: 'Make a lead of a delivery that waits for a person; its connection records it',
  tag: 'Intake',
  changes: ['intake', 'leads', 'panels'],
  who: management,
  params: idParams,
  body: createLeadBody,
  reply: lead,
  status: 201,
  refusals: [400, 401, 403, 404, 409],
});

export const ignoreDelivery = endpoint({
  method: 'POST',
  path: '/management/intake/:id/ignore',
  summary: 'Settle a delivery that is no enquiry; it can be replayed',
  tag: 'Intake',
  changes: ['intake'],
  who: management,
  params: idParams,
  body: z.strictObject({ reason: optionalText(textLength.line) }),
  reply: delivery,
  refusals: [400, 401, 403, 404, 409],
});

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/management/intake/replay',
  summary: 'Work deliveries once more that have become no lead; the others stay as they are',
  tag: 'Intake',
  changes: ['intake'],
  who: management,
  body: z.strictObject({ deliveries: z.array(id).min(1).max(intakeLimits.replayed) }),
  reply: z.object({ replayed: z.int() }),
  refusals: [400, 401, 403],
});

export const receiveDelivery = endpoint({
  method: 'POST',
  base: intakePath,
  path: '/intake/:connection',
  summary:
    'An enquiry from outside, as JSON, form fields or text: signed as Standard Webhooks says, or with the secret as bearer token. The same `webhook-id` counts once',
  tag: 'Intake',
  changes: [],
  who: 'public',
  params: z.object({ connection: id }),
  reply: z.object({ received: z.boolean() }),
  refusals: [400, 401, 403, 404, 413],
});
