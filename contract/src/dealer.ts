import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { requiredText, singleLine } from '#contract/text/text.ts';
import { maxNeglectedAfterDays, textLength } from './business.ts';
import { phoneCountry, timeZone } from './setup.ts';

const days = z.int().min(1).max(maxNeglectedAfterDays);

/** Days without a contact or change of status after which an open lead is neglected. */
export const neglectedAfterDays = z.strictObject({ pending: days, potential: days, booked: days });
export type NeglectedAfterDays = z.infer<typeof neglectedAfterDays>;

/**
 * The dealer, with the settings that every screen needs. `logo` is a path below `/`; `timeZone` an IANA name; `phoneCountry` an ISO
 * 3166-1 alpha-2 code, fixed once a lead is recorded; `dialling` makes international numbers of domestic ones, null where that takes
 * more; `serviceMayCorrect` opens `correctLead` to the service level, `serviceMayMerge` merging leads, `serviceMayOverbook` booking more
 * than a center takes; `joinsOpenLeads`: whether an enquiry by itself joins the person's open lead at its center, or becomes one beside
 * it; `registration` says whether only invited people can register; `isLocalOnly`: links begin with an address that only the server's own
 * machine can open.
 */
export const dealer = z.object({
  isSetUp: z.boolean(),
  name: z.string(),
  logo: z.string().nullable(),
  timeZone: z.string(),
  phoneCountry: z.string(),
  isPhoneCountryFixed: z.boolean(),
  dialling: z.object({ code: z.string(), trunk: z.string() }).nullable(),
  serviceMayCorrect: z.boolean(),
  serviceMayMerge: z.boolean(),
  serviceMayOverbook: z.boolean(),
  joinsOpenLeads: z.boolean(),
  neglectedAfterDays,
  mail: z.enum(['smtp', 'outbox']),
  registration: z.enum(['invited', 'open']),
  isLocalOnly: z.boolean(),
});
export type Dealer = z.infer<typeof dealer>;

/** @returns E.164 of a stored number, by the dealer's `dialling`. */
export function toDialledNumber(phone: string, { code, trunk }: NonNullable<Dealer['dialling']>): string {
  if (phone.startsWith('+')) return phone;
  return `+${code}${phone.startsWith(trunk) ? phone.slice(trunk.length) : phone}`;
}

/** Returns the dealer with what every screen needs of its settings, without a session. */
export const getDealer = endpoint({
  method: 'GET',
  path: '/public/dealer',
  summary:
    'The dealer: name, logo, time zone, phone country and how it dials, whether service staff may correct and merge leads, whether enquiries join open leads, when leads are neglected, where emails go, who may register, and whether links work on this machine only',
  tag: 'Dealer',
  reads: 'dealer',
  freshSeconds: 300,
  who: 'public',
  reply: dealer,
});

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** {@link neglectedAfterDays} as a form sends it. */
const writtenDays = singleLine(textLength.line)
  .transform((text, check) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      check.addIssue(messages.invalidValue);
      return z.NEVER;
    }
  })
  .pipe(neglectedAfterDays);

const editDealerBody = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired).optional(),
  timeZone: timeZone.optional(),
  phoneCountry: phoneCountry.optional(),
  serviceMayCorrect: flag.optional(),
  serviceMayMerge: flag.optional(),
  serviceMayOverbook: flag.optional(),
  joinsOpenLeads: flag.optional(),
  neglectedAfterDays: z.union([neglectedAfterDays, writtenDays]).optional(),
  logo: z.null().optional(),
});
/** The settings to change; absent ones stay. A new logo is the multipart file `logo`; `logo: null` removes it. */
export type EditDealerBody = z.infer<typeof editDealerBody>;

export const editDealer = endpoint({
  method: 'PATCH',
  path: '/management/dealer',
  summary:
    'Change name, logo, whether service staff may correct and merge leads, whether enquiries join open leads, when leads are neglected, time zone or, before the first lead, phone country; a new time zone takes effect once every lead is counted by its days there. Multipart with a logo, else JSON',
  tag: 'Dealer',
  changes: ['dealer'],
  who: ['superAdmin'],
  body: editDealerBody,
  multipart: true,
  files: ['logo'],
  reply: dealer,
  refusals: [413, 415],
});
