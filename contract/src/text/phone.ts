import {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { messages } from '#contract/call/messages.ts';
import { toLatinDigits } from './digits.ts';
import { readDay } from './read-day.ts';

const invisible = /\p{Cf}/gu;
const separators = /[\s().\-/\u2010-\u2015\u2212·•]/g;
const link = /^(?:(?:tel|sms|callto|whatsapp|https?):|wa\.me\/)/i;

const otherNumbers =
  /(?<!\d)(?:\d\.\d{1,20}e\+?\d{1,2}|\d{4}([-/.\u2010-\u2015])\d{1,2}\1\d{1,2}|\d{1,2}([-/.\u2010-\u2015])\d{1,2}\2(?:\d{4}|\d{2})|\d{1,2}:\d{2}|(?:19|20)\d\d ?[-/\u2010-\u2015] ?(?:19|20)\d\d|\d{1,3}(?:,\d{2,3}){1,6})(?!\d)/gi;

const fewestDigitsInText = 7;

const longestInText = 40;

const mostStarts = 60;

/**
 * Brings a phone number into the form in which numbers are stored, answered, searched and compared.
 *
 * @param input any usual form, Latin or Bengali digits, a `tel:` or `wa.me` link, words around it; but no second number, nor other
 * digits beside it.
 * @param country ISO 3166-1 alpha-2.
 * @returns national digits (`01712345678`) for the dealer's country, else E.164; undefined if invalid.
 */
export function normalisePhone(input: string, country: string): string | undefined {
  const number = read(input, country);
  return number && stored(number, country);
}

const mostMissing = 8;

/** @returns why {@link normalisePhone} refuses a text, in words of the contract. */
export function explainPhoneRefusal(input: string, country: string): string {
  const text = clean(input);
  if (power.test(text)) return messages.phoneRounded;
  if (isDay(text, country)) return messages.invalidPhone;
  const number = text.replace(separators, '').replace(/^00/, '+');
  const first = findFirst(text, country);
  if (first && findFirst(text.slice(first.end), country)) return messages.twoPhones;
  if (!/^\+?\d+$/.test(number)) return first ? messages.twoPhones : messages.invalidPhone;
  const length = validatePhoneNumberLength(number, known(country));
  if (length === 'TOO_LONG') return messages.phoneTooLong;
  const isStart = Array.from({ length: mostMissing }, (_, place) => number + '1'.repeat(place + 1)).some(
    (longer) => parse(longer, country),
  );
  if (length === 'TOO_SHORT' || isStart) return messages.phoneTooShort;
  return number.startsWith('+') ? messages.invalidPhone : messages.phoneOfNoCountry;
}

/** Finds the first phone number, as {@link normalisePhone} gives it; skips dates, prices and vehicle numbers. */
export function findFirstPhone(text: string, country: string): string | undefined {
  return findPhones(text, country, 1)[0];
}

/** Returns the number that a text is, else all that are in it, as {@link findPhones} finds them. */
export function readPhones(text: string, country: string): string[] {
  const only = normalisePhone(text, country);
  return only ? [only] : findPhones(text, country);
}

/** Finds all phone numbers of a text, each once, as {@link findFirstPhone} finds the first; of a long list those at its beginning. */
export function findPhones(text: string, country: string, limit = mostStarts): string[] {
  const phones = new Set<string>();
  for (const { number } of findEach(clean(text), country)) {
    phones.add(stored(number, country));
    if (phones.size === limit) break;
  }
  return [...phones];
}

/** @returns as people in the country write it (`01712-345678`); an invalid one as given. */
export function formatPhone(phone: string, country: string): string {
  const number = read(phone, country);
  if (!number) return phone;
  return isDomestic(number, country) ? number.formatNational() : number.formatInternational();
}

/** @returns E.164 (`+8801712345678`); an invalid one as stored. */
export function toInternationalPhone(phone: string, country: string): string {
  return parse(phone, country)?.number ?? phone;
}

/** Matches a long number as spreadsheets show it: `8.80171E+12`, `8,80171E+12`, or one of a program that writes no sign for text. */
const power = /^['+]?\d(?:[.,](\d{1,40}))?e\+?(\d{1,2})$/i;

/** Says what spreadsheets and Python put behind a whole number. */
const noFraction = /^(\d{7,20})[.,]0{1,4}$/;

/** Years from one to another, with as many digits as a number. */
const years = /^(?:19|20)\d\d ?(?:[-/\u2010-\u2015\u2212]|to) ?(?:19|20)\d\d$/;

/** A number with a power of ten as its digits. @returns undefined where a spreadsheet has rounded some away. */
function withoutPower(text: string): string | undefined {
  const [whole, decimals = '', zeros = ''] = power.exec(text) ?? [];
  if (whole === undefined) return text;
  return decimals.length === Number(zeros) ? text.replace(/^['+]/, '').charAt(0) + decimals : undefined;
}

function read(input: string, country: string): PhoneNumber | undefined {
  const text = withoutPower(clean(input));
  if (text === undefined || isDay(text, country)) return undefined;
  const whole = parse(text, country);
  if (whole) return whole;
  const first = findFirst(text, country);
  if (!first || first.number.ext) return undefined;
  const around = text.slice(0, first.start) + text.slice(first.end);
  return link.test(text) || !/\d/.test(around) ? first.number : undefined;
}

function clean(input: string): string {
  return toLatinDigits(input.normalize('NFKC').replace(invisible, ''))
    .replace(/%2b/gi, '+')
    .replace(/%20/g, ' ')
    .trim()
    .replace(noFraction, '$1');
}

/** Tells whether a text is a date: `2026-11-05` has as many digits as a phone number without its zero and would be taken for one. */
function isDay(text: string, country: string): boolean {
  const plain = text.replace(/^[[({]|[\])}]$/g, '').replace(/[\u2010-\u2015\u2212]/g, '-');
  if (years.test(plain)) return true;
  // A spreadsheet's days and a program's seconds have no form of their own.
  if (isDayOfDigits(plain)) return !isWholeNumber(plain, country);
  if (/^(?:\d{5}|\d{10}|\d{13})(?:\.\d*)?$/.test(plain) || !readDay(plain, 'day')) return false;
  return !/^\d+$/.test(plain) || !isWholeNumber(plain, country);
}

/** Tells whether digits are a day of the last and of this century in any order, such as `05112026`. */
function isDayOfDigits(text: string): boolean {
  const [, one, other] = /^(\d\d)(\d\d)(?:19|20)\d\d$/.exec(text) ?? [];
  const parts = [Number(one), Number(other)];
  return parts.every((part) => part >= 1 && part <= 31) && parts.some((part) => part <= 12);
}

/** Where numbers have eight digits and no zero before them, `20261105` is one. */
function isWholeNumber(digits: string, country: string): boolean {
  const number = digits.startsWith('0') ? undefined : parse(digits, country);
  return number !== undefined && stored(number, country) === digits;
}

function parse(text: string, country: string): PhoneNumber | undefined {
  const compact = text.replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return undefined;
  const number = parsePhoneNumberFromString(compact, { defaultCountry: known(country), extract: false });
  return number?.isValid() ? number : undefined;
}

type Found = { number: PhoneNumber; start: number; end: number };

function findFirst(text: string, country: string): Found | undefined {
  const [first] = findEach(text, country);
  return first;
}

/** The library reads `2015 01712 345678` as one number and drops it: look from each word that begins with a digit. */
function* findEach(text: string, country: string): Generator<Found> {
  const masked = text.replace(otherNumbers, (other) => '\n'.repeat(other.length));
  let starts = 0;
  let passed = 0;
  for (const { index } of masked.matchAll(/(?<!\d|\d[.-])[+(]{0,3}\d/g)) {
    if (index < passed) continue;
    if (++starts > mostStarts) return;
    const piece = masked.slice(index, index + longestInText).split(/[\n,;|/]/, 1)[0] ?? '';
    const [match] = findPhoneNumbersInText(piece, { defaultCountry: known(country) });
    if (!match || match.number.nationalNumber.length < fewestDigitsInText) continue;
    if (isDay(piece.slice(match.startsAt, match.endsAt), country)) continue;
    passed = index + match.endsAt;
    yield { number: match.number, start: index + match.startsAt, end: passed };
  }
}

function stored(number: PhoneNumber, country: string): string {
  if (!isDomestic(number, country)) return number.number;
  const plain = parsePhoneNumberFromString(number.number) ?? number;
  return plain.formatNational().replace(/\D/g, '');
}

function isDomestic(number: PhoneNumber, country: string): boolean {
  return number.countryCallingCode === getCountryCallingCode(known(country));
}

function known(country: string): CountryCode {
  return isSupportedCountry(country) ? country : 'BD';
}
