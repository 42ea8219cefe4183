import { z } from 'zod';
import { endpoint, intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { serviceCenterName } from '#contract/people.ts';
import { id } from '#contract/text/text.ts';

/** Bytes of a notification, which brings up to a thousand messages. */
export const mostWhatsAppBytes = 3_145_728;

/** Numbers of a connection that have a center of their own. */
const mostNumbers = 100;

/** What Meta calls a number of the dealer. */
export const numberId = z
  .string(messages.required)
  .trim()
  .regex(/^\d{1,30}$/, messages.invalidNumberId);

/** Which service center the messages to a number are for. */
export const numberOfCenter = z.object({ number: numberId, serviceCenter: serviceCenterName });

/** All of a connection's; each number once. */
export const numbersBody = z
  .array(z.strictObject({ number: numberId, serviceCenter: id }))
  .max(mostNumbers)
  .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, messages.numberTwice);

/** What becomes no lead: a reaction, what WhatsApp itself says in a chat, and what the dealer's own numbers send. */
export const passedOver = ['reaction', 'system', 'ownNumber'] as const;

export type PassedOver = (typeof passedOver)[number];

export const receiveWhatsApp = endpoint({
  method: 'POST',
  base: intakePath,
  path: '/intake/:connection/whatsapp',
  summary: 'Messages of WhatsApp’s Cloud API. A GET of it answers Meta’s verification',
  tag: 'Intake',
  changes: [],
  who: 'public',
  params: z.object({ connection: id }),
  reply: z.object({ received: z.boolean() }),
  refusals: [400, 401, 403, 404, 413],
});
