import { findPhone } from '#contract/text/phone.ts';

type MessageFacts = { name?: string; phone?: string; vehicleNumber?: string };

const digit = '[\\d০-৯]';
const word = '[\\p{L}\\p{M}]';
/** Dhaka Metro-Ga 11-2233, ঢাকা মেট্রো গ ১১-২২৩৩, Gazipur Cha 51 0042. */
const plate = new RegExp(
  `(?:${word}+[\\s-]+)?(?:metro|মেট্রো)[\\s-]*${word}{1,5}[\\s-]*${digit}{2}[\\s-]*${digit}{4}(?!${digit})` +
    `|${word}{3,}[\\s-]+${word}{1,3}[\\s-]*${digit}{2}\\s*-\\s*${digit}{4}(?!${digit})`,
  'iu',
);
const plateLabel =
  /(?:^|\n)\s*(?:vehicle|car|bike|reg(?:istration)?|plate|গাড়ির?|গাড়ির?|রেজি(?:স্ট্রেশন)?)(?:\s*(?:no|nr|number|num|reg(?:istration)?|নং|নম্বর|নাম্বার|plate)\.?)*\s*[:#=–-]+\s*([^\n,;।]{4,40})/iu;
/** Time and sender before each message of an exported chat. */
const chatLine =
  /^[\s\u200e]*\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?\]?(?:\s*[-–])?\s*([^:\n]{2,60}):\s/imu;
const nameLabel =
  /(?:^|\n)\s*(?:(?:my|full|customer|client)\s+)?(?:name|নাম|আমার\s+নাম|পুরো\s+নাম)\s*(?:is\s|[:=–-])\s*([^\n]{2,80})/iu;
const introductions = [
  /(?:^|[\s.,!।])(?:my name is|this is|i am|i['’]m|myself)\s+([^\n]{2,80})/iu,
  /আমার\s+নাম\s*[:–-]?\s*([^\n]{2,80})/u,
  /(?:^|[\s.,!।])আমি\s+([^\n]{2,60}?)\s+বলছি/u,
  /(?:^|\n)\s*(?:regards|thanks|thank you|ধন্যবাদ)[\s,.!।-]*\n+\s*([^\n]{2,60})\s*$/iu,
];
/** What follows a name in its sentence. */
const nameEnd =
  /[,.;:!?।|(\n\d০-৯]|\s[-–]\s|\s+(?:and|from|here|my|i|phone|mobile|number|want|need|speaking|call|calling|contact|please|এবং|থেকে|আমার|ফোন|মোবাইল|নম্বর|নাম্বার|বলছি)(?=\s|$)/iu;
/** No introduction: "this is urgent", "I am interested". */
const noName =
  /^(?:a|an|the|not|very|so|in|at|on|to|for|about|just|also|still|looking|interested|calling|writing|waiting|having|going|trying|urgent|your|my|our|from)\b/iu;

/** @param country the dealer's. */
export function readMessage(text: string, country: string): MessageFacts {
  const phone = findPhone(text, country);
  const vehicleNumber = vehicleIn(text);
  const name = nameIn(text);
  return { ...(name && { name }), ...(phone && { phone }), ...(vehicleNumber && { vehicleNumber }) };
}

function vehicleIn(text: string): string | undefined {
  const found = plate.exec(text)?.[0] ?? plateLabel.exec(text)?.[1];
  if (!found || !new RegExp(digit).test(found)) return undefined;
  return found.trim().replace(/\s+/g, ' ').toUpperCase();
}

function nameIn(text: string): string | undefined {
  const places = [nameLabel, ...introductions, chatLine];
  for (const place of places) {
    const name = asName(place.exec(text)?.[1]);
    if (name) return name;
  }
  return undefined;
}

function asName(found: string | undefined): string | undefined {
  const name = found?.trim().split(nameEnd)[0]?.trim().replace(/\s+/g, ' ');
  if (!name || noName.test(name)) return undefined;
  const isWords = /^[\p{L}\p{M}.'’ -]+$/u.test(name) && name.split(' ').length <= 5;
  return isWords && name.length >= 2 ? name : undefined;
}
