import type { Platform } from '#contract/leads/leads.ts';
import { findMentionedCenter, findMentionedOffering, type NamedRecord } from '#contract/text/find-named.ts';
import { isFillerText } from '#contract/text/missing-value.ts';
import { findFirstPhone } from '#contract/text/phone.ts';
import { email as emailAddress } from '#contract/text/text.ts';
import { readRequestedTime } from './read-requested-time.ts';

/** Lists the fields that a pasted message may contain, in the order in which they are offered. */
export const messageFields = [
  ...(['name', 'phone', 'email', 'platform', 'serviceCenter', 'serviceOrCampaign'] as const),
  ...(['vehicleNumber', 'appointmentDate', 'appointmentTime'] as const),
];

/** A field that a pasted message may contain. */
export type MessageField = (typeof messageFields)[number];

type MessageFacts = { [Field in MessageField]?: string };

// `centers`, `offerings`: that may be chosen; `today` and `country`: the dealer's.
type ReadBy = {
  country: string;
  today: string;
  centers: readonly NamedRecord[];
  offerings: readonly NamedRecord[];
};

const digit = '[\\d০-৯]';
const word = '[\\p{L}\\p{M}]';
const plate = new RegExp(
  `(?:${word}{1,20}[\\s-]{1,9})?(?:metro|মেট্রো)[\\s-]{0,9}${word}{1,5}[\\s-]{0,9}${digit}{2}[\\s-]{0,9}${digit}{4}(?!${digit})` +
    `|${word}{3,20}[\\s-]{1,9}${word}{1,3}[\\s-]{0,9}${digit}{2}\\s{0,9}-\\s{0,9}${digit}{4}(?!${digit})`,
  'iu',
);
const plateLabel =
  /(?:^|\n)\s{0,9}(?:vehicle|car|bike|reg(?:istration)?|plate|গাড়ির?|গাড়ির?|রেজি(?:স্ট্রেশন)?)(?:\s{0,9}(?:no|nr|number|num|reg(?:istration)?|নং|নম্বর|নাম্বার|plate)\.?){0,3}\s{0,9}[:#=–-]{1,9}\s{0,9}([^\n,;।]{4,40})/iu;
const sentAt =
  '\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?,?\\s{1,9}\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:[\\s\\u202f]{0,9}[ap]\\.?m\\.?)?';
const chatLine = new RegExp(
  `^[\\s\\u200e]{0,9}(?:\\[${sentAt}\\]|${sentAt}\\s{0,9}[-–])\\s{0,9}([^:\\n]{2,60}):\\s`,
  'gimu',
);
const nameLabel =
  /(?:^|\n|[\s,])(?:(?:my|full|customer|client)\s{1,9})?(?:name|customer(?=:)|নাম|আমার\s{1,9}নাম|পুরো\s{1,9}নাম)\s{0,9}(?:is\s|[:=–-])\s{0,9}([^\n]{2,80})/iu;
const introductions = [
  /(?:^|[\s.,!।])(?:my name is|this is|i am|i['’]m|myself)\s{1,9}([^\n]{2,80})/iu,
  /আমার\s{1,9}নাম\s{0,9}[:–-]?\s{0,9}([^\n]{2,80})/u,
  /(?:^|[\s.,!।])(?:আমি|ami)\s{1,9}([^\n,.।!?]{2,60}?)\s{1,9}(?:বলছি|বলতেছি|bolchi|bolci|bolchhi|bolsi)(?![\p{L}\p{M}])/iu,
  /(?:^|[\s.,!।])amar\s{1,9}nam(?:ta)?\s{0,9}[:–-]?\s{0,9}([^\n]{2,80})/iu,
  /(?:^|[\s.,!।])(?:আমি|ami)\s{1,9}([^\n,.।!?]{2,40}?)(?:[,.।!?\n]|\s{1,9}(?:from|theke|থেকে)(?=\s)|$)/iu,
  /(?:^|[\n.!।])\s{0,9}(?:best\s{1,9})?(?:regards|thanks|thank you|ধন্যবাদ)[\s,.!।-]{0,20}\n{1,9}\s{0,9}([^\n]{2,60})\s{0,9}(?:\n[\s\d+()-]{0,40})?$/iu,
];
const nameEnd =
  /(?<!^(?:md|mst|mr|mrs|ms|dr|engr|মো|মোঃ|ডা))\.|[,;:!?।|(\n\d০-৯]|\s[-–]\s|\s{1,9}(?:and|from|here|my|i|phone|mobile|number|want|need|speaking|call|calling|contact|please|bolchi|theke|amar|er|এবং|থেকে|আমার|ফোন|মোবাইল|নম্বর|নাম্বার|বলছি)(?=\s|$)/iu;
const noName =
  /^(?:a|an|the|not|very|so|in|at|on|to|for|about|just|also|still|looking|interested|calling|writing|waiting|having|going|trying|urgent|your|my|our|from)\b/iu;
const noNameWord =
  /(?:^|\s)(?:চাই|চাচ্ছি|জানতে|করতে|করাতে|একটা|একটি|একজন|আপনাদের|আপনার|আমার|গাড়ি|গাড়ির|গাড়ি|সার্ভিস|কাল|আজ|আগামীকাল|এখন|কি|খুব|chai|chacchi|jante|korte|korate|ekta|ekti|apnader|apnar|amar|gari|garir|service|servicing|kal|aj|ajke|agamikal|ekhon|ki|khub|interested|need|want|not|in|at|to|the|a|it|is|was|have|had|asbo|aste|jabo|nite|dite|dibo|pathate|kinte)(?=\s|$)/iu;
const emailIn = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/;
const platformWords: readonly (readonly [Platform, RegExp])[] = [
  ['facebook', /\b(?:facebook|fb|messenger|instagram|insta)\b|ফেসবুক|ফেইসবুক|মেসেঞ্জার|ইনস্টাগ্রাম/iu],
  ['whatsapp', /\bwhats\s?app\b|হোয়াটসঅ্যাপ|হোয়াটসঅ্যাপ/iu],
  ['website', /\b(?:website|web\s?site|web form|online form|site e|contact form)\b|ওয়েবসাইট|ওয়েবসাইট/iu],
];
/**
 * Finds what a customer's message says about a lead: a chat that was copied, a mail, or an answer in free words in English, Bangla or
 * Bangla in Latin letters. Up to a tenth of the fields may be wrong, so a person confirms each; what an enquiry says of itself is read by
 * the server's `readEnquiry`, with the same words for days, times, months and phone numbers.
 */
export function readMessage(text: string, { country, today, centers, offerings }: ReadBy): MessageFacts {
  const said = text.replace(chatLine, '\n');
  const vehicleNumber = vehicleIn(said);
  const withoutPlate = vehicleNumber ? said.replace(plate, ' ') : said;
  const { date, time } = readRequestedTime(withoutPlate.replace(emailIn, ' '), today);
  return withoutUndefined({
    name: nameIn(text),
    phone: findFirstPhone(said, country) ?? findFirstPhone(text, country),
    email: emailAddress.safeParse(emailIn.exec(text)?.[0]).data,
    platform: platformIn(text),
    serviceCenter: findMentionedCenter(centers, withoutPlate)?._id,
    serviceOrCampaign: findMentionedOffering(offerings, withoutPlate)?._id,
    vehicleNumber,
    appointmentDate: date,
    appointmentTime: time,
  });
}

function withoutUndefined(
  facts: { [Field in keyof MessageFacts]: MessageFacts[Field] | undefined },
): MessageFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function platformIn(text: string): Platform | undefined {
  if (text.search(chatLine) >= 0) return 'whatsapp';
  return platformWords.find(([, words]) => words.test(text))?.[0];
}

function vehicleIn(text: string): string | undefined {
  const found = plate.exec(text)?.[0] ?? plateLabel.exec(text)?.[1];
  if (!found || !new RegExp(digit).test(found)) return undefined;
  return found.trim().replace(/\s+/g, ' ').toUpperCase();
}

function nameIn(text: string): string | undefined {
  const said = text.replace(chatLine, '\n');
  const senders = [...text.matchAll(chatLine)].map(([, sender]) => sender);
  const found = [nameLabel, ...introductions].map((place) => place.exec(said)?.[1]);
  return [...found, ...senders].map(asName).find((name) => name !== undefined);
}

function asName(found: string | undefined): string | undefined {
  const name = found?.trim().split(nameEnd)[0]?.trim().replace(/\s+/g, ' ');
  if (!name || noName.test(name) || noNameWord.test(name) || isFillerText(name)) return undefined;
  const isWords = /^[\p{L}\p{M}.'’ -]+$/u.test(name) && name.split(' ').length <= 5;
  return isWords && name.length >= 2 ? name : undefined;
}
