import { findPhones } from '#contract/text/phone.ts';

const plainWords = setOf([
  ...['my', 'own', 'new', 'number', 'no', 'phone', 'mobile', 'cell', 'contact', 'whatsapp', 'tel', 'name'],
  ...['is', 'it', 'its', 'this', 'the', 'here', 'am', 'i', 'me', 'on', 'at', 'and', 'please', 'pls', 'hi'],
  ...['hello', 'yes', 'ok', 'okay', 'sure', 'sir', 'thanks', 'thank', 'you', 'salam'],
  ...['আমার', 'নম্বর', 'নাম্বার', 'ফোন', 'মোবাইল', 'এটা', 'এটাই', 'হলো', 'নতুন', 'জি', 'হ্যাঁ', 'ধন্যবাদ'],
]);

const ownNumber =
  /\bmy (?:(?:new|own|mobile|phone|cell|contact|personal|whatsapp) ){0,3}(?:number|no|phone|mobile|cell)\b|\b(?:call|ring|phone|reach|contact|text|message) me\b|আমার (?:নতুন |মোবাইল |ফোন ){0,3}(?:নম্বর|নাম্বার|ফোন|মোবাইল)|আমাকে/iu;

const doubts = setOf([
  ...['not', 'never', 'dont', "don't", 'isnt', "isn't", 'cant', "can't"],
  ...['old', 'wrong', 'lost', 'was'],
  ...['they', 'them', 'their', 'your', 'yours', 'our', 'who', 'whose', 'somebody', 'someone', 'instead'],
  ...['wife', 'husband', 'brother', 'sister', 'father', 'mother', 'son', 'daughter', 'friend', 'driver'],
  ...['boss', 'manager', 'office', 'uncle', 'aunt', 'cousin', 'colleague', 'secretary', 'assistant'],
  ...['না', 'নয়', 'নেই', 'পুরনো', 'ভুল', 'তার', 'তাঁর', 'ওর', 'আপনার', 'আপনাদের', 'ভাই', 'ভাইয়ের', 'বোনের'],
  ...['স্ত্রীর', 'স্বামীর', 'বাবার', 'মায়ের', 'ছেলের', 'মেয়ের', 'বন্ধুর', 'ড্রাইভারের', 'অফিসের'],
]);
const thirdPerson = /^s?h(?:e|er|ers|im|is)$/;

/**
 * Reads the number that somebody gives as their own, so that nobody gets a number of another: the only one of a message that says
 * nothing but it, their name and such words, or calls it theirs and nobody else's.
 *
 * @param name that they have on WhatsApp.
 * @returns it in stored form; undefined without one.
 */
export function readGivenNumber(text: string, name: string | null, country: string): string | undefined {
  const [number, another] = findPhones(text, country, 2);
  if (!number || another) return undefined;
  const words = wordsOf(text);
  const own = new Set(wordsOf(name ?? ''));
  if (words.every((word) => plainWords.has(word) || own.has(word))) return number;
  return ownNumber.test(text.normalize('NFC')) &&
    !words.some((word) => doubts.has(word) || thirdPerson.test(word))
    ? number
    : undefined;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'");
  return (plain.match(/[\p{L}\p{M}']+/gu) ?? []).map((word) => word.replace(/'s$/, ''));
}

function setOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.normalize('NFC')));
}
