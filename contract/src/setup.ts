import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { email, line, newPassword, requiredText, verbatim } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { signedInAccount } from './people.ts';

/** An IANA time zone. */
export const timeZone = z.string(messages.required).refine(isTimeZone, messages.unknownTimeZone);

/** The country whose phone numbers are domestic, ISO 3166-1 alpha-2. */
export const phoneCountry = z.string(messages.required).regex(/^[A-Z]{2}$/, messages.unknownCountry);

const token = z.object({ token: verbatim(200) });

/** Text fields of the set-up page; `logo` travels beside them as a file. */
export const setUpBody = z.strictObject({
  dealerName: requiredText(textLength.name),
  timeZone,
  phoneCountry,
  serviceCenterName: requiredText(textLength.name),
  serviceCenterAddress: line(textLength.line).optional(),
  serviceCenterContactNo: line(textLength.phone).optional(),
  name: requiredText(textLength.name),
  email,
  password: newPassword,
  sampleDealer: z.enum(['true', 'false']).default('false'),
});
export type SetUpBody = z.infer<typeof setUpBody>;

/** @returns whether the name is an IANA time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const checkSetUpLink = endpoint({
  method: 'GET',
  path: '/public/setup/:token',
  summary: 'Whether a set-up link is still good',
  tag: 'Dealer',
  who: 'public',
  params: token,
  reply: z.object({ ok: z.literal(true) }),
  refusals: [404],
});

export const setUp = endpoint({
  method: 'POST',
  path: '/public/setup/:token',
  summary: 'Make the dealer, its first service center and its first superAdmin; the link dies with its use',
  tag: 'Dealer',
  who: 'public',
  params: token,
  body: setUpBody,
  multipart: true,
  files: ['logo'],
  reply: signedInAccount,
  status: 201,
  refusals: [400, 404, 413, 415],
});
