import { z } from 'zod';
import { endpoint, intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';

/** The largest notification of Meta that is taken, which names up to a thousand leads. */
export const maxMetaNotificationBytes = 1_048_576;

/**
 * The reasons why a lead could not be fetched, after which it is tried again: too many calls; the page's token has ended; it may not be
 * read; Meta did not answer; the answer is no lead.
 */
export const metaFetchFailures = ['limit', 'tokenEnded', 'refused', 'unreachable', 'noLead'] as const;

export type MetaFetchFailure = (typeof metaFetchFailures)[number];

/** Meta returns the leads of this many past days. */
export const metaRetentionDays = 90;

/** The reason of a delivery that Meta made up to test the connection, and that becomes no lead. */
export const metaTestLead = 'testLead';

/** Meta's id of a form of lead ads. */
export const metaFormId = z.string().regex(/^\d{1,30}$/);

/** A key in the form in which Meta shows it. */
const key = z
  .string(messages.required)
  .trim()
  .min(1, messages.required)
  .regex(/^[\x21-\x7e]{1,1000}$/, messages.invalidKey);

/**
 * Secrets of the app at Meta, and of a page, a system user with several pages or, for WhatsApp, the business. They are never shown
 * again.
 */
export const metaCredentials = z.object({ appSecret: key, pageToken: key });

export type MetaCredentials = z.infer<typeof metaCredentials>;

/** Takes Meta's notification of new lead ads, which are fetched afterwards. */
export const receiveMetaNotification = endpoint({
  method: 'POST',
  base: intakePath,
  path: '/intake/:connection/meta',
  summary:
    'Lead ads of Facebook and Instagram: new leads, which are fetched from Meta afterwards. A GET of it answers Meta’s verification',
  tag: 'Incoming enquiries',
  changes: [],
  who: 'public',
  params: z.object({ connection: id }),
  reply: z.object({ received: z.boolean() }),
  refusals: [401, 403, 404, 413, 429, 507],
});

/** Has Meta send the leads of a connection's pages here from now on; replies with the pages' names, or why Meta refused. */
export const subscribeMetaPage = endpoint({
  method: 'POST',
  path: '/management/connections/:id/page',
  summary: 'Have the pages of a Meta connection send their leads here; names them, or says why Meta refused',
  tag: 'Incoming enquiries',
  changes: [],
  who: ['superAdmin'],
  params: idParams,
  reply: z.object({ page: z.string().nullable(), failure: z.enum(metaFetchFailures).nullable() }),
  refusals: [404],
});

/** Asks Meta for leads since a day that have not come yet, and takes them as deliveries. */
export const fetchEarlierMetaLeads = endpoint({
  method: 'POST',
  path: '/management/connections/:id/earlier',
  summary:
    'Ask Meta for leads of the pages, or of one form, since a day of the last 90 that have not come; `failure`: why there may be more than were `found`',
  tag: 'Incoming enquiries',
  changes: ['connections', 'intake'],
  who: ['superAdmin'],
  params: idParams,
  body: z.strictObject({ since: calendarDate, form: metaFormId.optional() }),
  reply: z.object({ found: z.int(), failure: z.enum(metaFetchFailures).nullable() }),
  refusals: [404],
});
