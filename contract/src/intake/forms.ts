import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { platforms } from '#contract/leads/leads.ts';
import { id, idParams, optionalLines, requiredText } from '#contract/text/text.ts';
import { createConnectionBody } from './connections.ts';

const keepers = ['superAdmin'] as const;

export const websiteFormLanguages = ['en', 'bn'] as const;
export type WebsiteFormLanguage = (typeof websiteFormLanguages)[number];

/** Limits of the settings of a website form. */
export const websiteFormLimits = {
  origins: 20,
  centers: 200,
  offerings: 200,
  /** A preferred day may be this many days ahead. */
  daysAhead: 90,
  address: 500,
  sentBytes: 65_536,
} as const;

/** The dealer's texts in one language. `consent`: what a visitor has to agree to; `thanks`: shown once it is sent. */
const spoken = z.strictObject({
  title: requiredText(textLength.name),
  consent: optionalLines(textLength.message),
  thanks: optionalLines(textLength.message),
});

/** A language that is null is not offered; with both, the visitor chooses. */
const texts = z
  .strictObject({ en: spoken.nullable(), bn: spoken.nullable() })
  .refine(({ en, bn }) => en ?? bn, messages.required);

/** A site as browsers name it: https, or this machine for trying. */
const origin = requiredText(textLength.line).refine(isSecureOrigin, messages.invalidOrigin);

const thanksAddress = z
  .union([
    z.literal(''),
    z.null(),
    requiredText(websiteFormLimits.address).refine(isHttps, messages.invalidAddress),
  ])
  .transform((address) => address || null)
  .optional();

const { platform, serviceOrCampaign, answerText } = createConnectionBody.shape;

/**
 * `centers`, `offerings`: those a visitor may choose; `asksDay`: for a preferred day and time within the hours of the center;
 * `thanksAddress`: where the visitor goes once it is sent, instead of reading the thanks; `origins`: sites that may show it;
 * `platform`: `website` unless given; `serviceOrCampaign`: of visitors who choose none; `answerText`: as of any connection.
 */
const settings = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired),
  texts,
  centers: z.array(id).min(1, messages.serviceCenterMissing).max(websiteFormLimits.centers),
  offerings: z.array(id).max(websiteFormLimits.offerings),
  asksDay: z.boolean(),
  thanksAddress,
  origins: z.array(origin).max(websiteFormLimits.origins),
  platform: platform.optional(),
  serviceOrCampaign,
  answerText,
});

/** The settings of a new website form. */
export const createWebsiteFormBody = settings;
export type CreateWebsiteFormBody = z.infer<typeof createWebsiteFormBody>;

const editFormBody = settings.partial().extend({ isPaused: z.boolean().optional() });
/** The settings of a website form to change; absent ones stay. */
export type EditWebsiteFormBody = z.infer<typeof editFormBody>;

const shown = z.object({
  title: z.string(),
  consent: z.string().nullable(),
  thanks: z.string().nullable(),
});

const formTexts = z.object({ en: shown.nullable(), bn: shown.nullable() });
/** The texts of a website form in one language. */
export type WebsiteFormTexts = z.infer<typeof formTexts>;

/**
 * A form for websites. `_id`: of its connection; `path`: of its own page; `html`: a plain form for other sites in each language that is
 * offered, which posts to this server.
 */
export const websiteForm = z.object({
  _id: id,
  name: z.string(),
  path: z.string(),
  texts: formTexts,
  centers: z.array(id),
  offerings: z.array(id),
  asksDay: z.boolean(),
  thanksAddress: z.string().nullable(),
  origins: z.array(z.string()),
  platform: z.enum(platforms),
  serviceOrCampaign: id.nullable(),
  answerText: id.nullable(),
  isPaused: z.boolean(),
  html: z.object({ en: z.string().nullable(), bn: z.string().nullable() }),
});

export type WebsiteForm = z.infer<typeof websiteForm>;

export const createWebsiteForm = endpoint({
  method: 'POST',
  path: '/management/forms',
  summary: 'Add a form for websites, with a connection of its own',
  tag: 'Incoming enquiries',
  changes: ['connections'],
  who: keepers,
  body: createWebsiteFormBody,
  reply: websiteForm,
  status: 201,
  refusals: [409],
});

/** The settings of a website form as management edits them. The form has no ID of its own: it is that of its connection. */
export const getWebsiteForm = endpoint({
  method: 'GET',
  path: '/management/forms/:id',
  summary: 'A form for websites, by the id of its connection',
  tag: 'Incoming enquiries',
  reads: 'connections',
  who: keepers,
  params: idParams,
  reply: websiteForm,
  refusals: [404],
});

export const editWebsiteForm = endpoint({
  method: 'PATCH',
  path: '/management/forms/:id',
  summary: 'Change a form for websites; what is absent stays',
  tag: 'Incoming enquiries',
  changes: ['connections'],
  who: keepers,
  params: idParams,
  body: editFormBody,
  reply: websiteForm,
  refusals: [404, 409],
});

/** Checks that a text is exactly an origin as browsers write it, with https, or http on localhost. */
export function isSecureOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
