import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { leadChannels } from '#contract/leads/lead-source.ts';
import { platforms } from '#contract/leads/leads.ts';
import { offeringType } from '#contract/offerings.ts';
import { serviceCenterName } from '#contract/people.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams, requiredText } from '#contract/text/text.ts';
import { enquiry, enquiryFields, intakeLimits, placingReasons } from './deliveries.ts';
import { metaCredentials } from './meta.ts';
import { metaFormsBody } from './meta-forms.ts';
import { centerWhatsAppNumber, centerWhatsAppNumbersBody } from './whatsapp.ts';

const keepers = ['superAdmin'] as const;

const fieldMapping = z.partialRecord(
  z.enum(enquiryFields),
  z.array(requiredText(intakeLimits.pathLength)).max(intakeLimits.pathsPerField),
);

/** Paths at which each field is found in a delivery; an absent field is recognised by its name, in English or Bangla. */
export type FieldMapping = z.infer<typeof fieldMapping>;

const platform = z.enum(platforms, messages.unknownPlatform);

const chosen = z
  .union([z.literal(''), z.null(), id])
  .transform((value) => value || null)
  .optional();

// `accepted`: stored; `refused`: a wrong signature or while paused.
const connectionDay = z.object({ day: calendarDate, accepted: z.int(), refused: z.int() });

/**
 * A source of enquiries. `serviceCenter` and `serviceOrCampaign`: of those that name none. `path`: to which they are posted. `kind`:
 * how they reach it. `answerText`: the message text that answers new enquiries by email; null: nobody is answered. `isReadable`: its
 * secrets can be read with the key of this server. `tokenEndedAt`: since when Meta refuses the access token; `tokenEndsAt`: when it
 * will, as far as Meta says. `failed`, `toPlace`: its deliveries that failed or wait for a person, each counted up to 1,000. `numbers`:
 * of WhatsApp, with the center of each; the others are for `serviceCenter`.
 */
export const connection = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(leadChannels),
  platform,
  path: z.string(),
  isPaused: z.boolean(),
  isReadable: z.boolean(),
  serviceCenter: serviceCenterName.nullable(),
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  mapping: fieldMapping,
  answerText: id.nullable(),
  lastDeliveryAt: instant.nullable(),
  tokenEndedAt: instant.nullable(),
  tokenEndsAt: instant.nullable(),
  failed: z.int(),
  toPlace: z.int(),
  numbers: z.array(centerWhatsAppNumber),
  days: z.array(connectionDay),
});

export type Connection = z.infer<typeof connection>;

/** A connection with its secret, which no later reply shows again. */
export const connectionWithSecret = z.object({ connection, secret: z.string() });

/** Kinds that a superAdmin can add. */
export const connectionKinds = ['webhook', 'email', 'meta', 'whatsapp'] as const;

const connectionChoices = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired),
  platform,
  serviceCenter: chosen,
  serviceOrCampaign: chosen,
  answerText: chosen,
  numbers: centerWhatsAppNumbersBody.optional(),
  forms: metaFormsBody.optional(),
});

/**
 * The body of a new connection. An absent `kind` means a webhook. The keys are of a `meta` or `whatsapp` one, which needs them, as the
 * server checks and not this schema; the numbers of a `whatsapp` one, the forms of a `meta` one.
 */
export const createConnectionBody = connectionChoices.extend({
  kind: z.enum(connectionKinds).optional(),
  ...metaCredentials.partial().shape,
});

export type CreateConnectionBody = z.infer<typeof createConnectionBody>;

const editConnectionBody = connectionChoices.partial().extend({
  mapping: fieldMapping.optional(),
  isPaused: z.boolean().optional(),
  ...metaCredentials.partial().shape,
});

export type EditConnectionBody = z.infer<typeof editConnectionBody>;

export const listConnections = endpoint({
  method: 'GET',
  path: '/management/connections',
  summary: 'Where enquiries come from by themselves, by name, with what came in the last 14 days',
  tag: 'Incoming enquiries',
  reads: 'connections',
  who: keepers,
  reply: z.object({
    connections: z.array(connection),
    totalPages: z.int(),
    totalConnectionCount: z.int(),
  }),
});

export const createConnection = endpoint({
  method: 'POST',
  path: '/management/connections',
  summary: 'Add a connection; the reply alone holds its secret',
  tag: 'Incoming enquiries',
  changes: ['connections', 'employees'],
  who: keepers,
  body: createConnectionBody,
  reply: connectionWithSecret,
  status: 201,
  refusals: [409],
});

export const editConnection = endpoint({
  method: 'PATCH',
  path: '/management/connections/:id',
  summary: 'Edit, map, pause or resume a connection',
  tag: 'Incoming enquiries',
  changes: ['connections', 'employees', 'leads', 'panels'],
  who: keepers,
  params: idParams,
  body: editConnectionBody,
  reply: connection,
  refusals: [404, 409],
});

/** Gives a connection a new secret and returns it; the former one stops working at once. */
export const renewConnectionSecret = endpoint({
  method: 'POST',
  path: '/management/connections/:id/secret',
  summary: 'Give a connection a new secret; the former one ends at once',
  tag: 'Incoming enquiries',
  changes: ['connections'],
  who: keepers,
  params: idParams,
  reply: connectionWithSecret,
  refusals: [404],
});

/** Returns what the last delivery of a connection would become with a mapping; saves nothing. */
export const previewFieldMapping = endpoint({
  method: 'POST',
  path: '/management/connections/:id/preview',
  summary: 'What the last delivery of a connection would become with this mapping',
  tag: 'Incoming enquiries',
  reads: 'connections',
  changes: [],
  who: keepers,
  params: idParams,
  body: z.strictObject({ mapping: fieldMapping }),
  reply: z.object({
    /** Null before anything has come. */
    receivedAt: instant.nullable(),
    texts: z.array(z.object({ path: z.string(), text: z.string() })),
    enquiry: enquiry.nullable(),
    reason: z.enum(placingReasons).nullable(),
  }),
  refusals: [404],
});
