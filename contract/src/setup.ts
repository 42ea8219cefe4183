import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { email, newPassword, requiredText, singleLine, verbatimText } from '#contract/text/text.ts';
import { textLength } from './business.ts';
import { signedInAccount } from './people.ts';

/** The IANA name of a time zone that this machine knows. */
export const timeZone = z.string(messages.required).refine(isTimeZone, messages.unknownTimeZone);

/** The country whose phone numbers are domestic, as an ISO 3166-1 alpha-2 code. */
export const phoneCountry = z.string(messages.required).regex(/^[A-Z]{2}$/, messages.unknownCountry);

const token = z.object({ token: verbatimText(200) });

/** The dealer, its first service center and its first superAdmin, whom the installation starts with. */
export const setUpDealerBody = z.strictObject({
  dealerName: requiredText(textLength.name),
  timeZone,
  phoneCountry,
  serviceCenterName: requiredText(textLength.name),
  serviceCenterAddress: singleLine(textLength.line).optional(),
  serviceCenterContactNo: singleLine(textLength.phone).optional(),
  name: requiredText(textLength.name),
  email,
  password: newPassword,
  sampleDealer: z.enum(['true', 'false']).default('false'),
});
export type SetUpDealerBody = z.infer<typeof setUpDealerBody>;

/** Tells whether this runtime knows the IANA name. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Answers whether the link that sets up a new installation is still valid; 404 if not. */
export const checkDealerSetUpLink = endpoint({
  method: 'GET',
  path: '/public/setup/:token',
  summary: 'Whether a set-up link is still good',
  tag: 'Dealer',
  who: 'public',
  params: token,
  reply: z.object({ ok: z.literal(true) }),
  refusals: [404],
});

/** Creates the dealer, its first service center and first superAdmin, who is logged in; the link works once. */
export const setUpDealer = endpoint({
  method: 'POST',
  path: '/public/setup/:token',
  summary: 'Make the dealer, its first service center and its first superAdmin; the link dies with its use',
  tag: 'Dealer',
  changes: ['dealer', 'employees', 'sessions'],
  who: 'public',
  params: token,
  body: setUpDealerBody,
  multipart: true,
  files: ['logo'],
  reply: signedInAccount,
  status: 201,
  refusals: [404, 413, 415],
});
