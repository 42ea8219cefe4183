import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { findFirstPhone, normalisePhone } from '#contract/text/phone.ts';
import { findPlate, type Plate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';

const mostWords = 5;

const fewestDigitsOfPhone = 7;

// Fewer would find every number of the country.
const fewestDigitsBehindCode = 4;

const isNumber = (form: string) => /^\+?\d+$/.test(form);

/**
 * A search in search form: every word, anywhere, in one of its forms; or the phone among other words. The digits of the plate are one
 * of the words; as `typed` it may also be part of a name or an address ("da437854").
 */
export type TextSearch = {
  words: readonly (readonly [string, ...string[]])[];
  phone?: string;
  plate?: Plate & { typed: string };
};

/**
 * Parses what was typed into a search: words in any order, phones in any usual form, a number plate in either script, pasted links and
 * messages with a phone.
 *
 * @returns undefined when nothing is left to search for.
 */
export function parseTextSearch(text: string, phoneCountry: string): TextSearch | undefined {
  const found = findPlate(text);
  if (!found) return searchOf(text, phoneCountry);
  const { plate, start, end } = found;
  const search = searchOf(`${text.slice(0, start)} ${plate.digits} ${text.slice(end)}`, phoneCountry);
  return search && { ...search, plate: { ...plate, typed: toSearchForm(text.slice(start, end)) } };
}

function searchOf(text: string, phoneCountry: string): TextSearch | undefined {
  const tokens = text.split(/\s+/).filter((token) => toSearchForm(token) !== '');
  const words = joinNumbers(tokens, phoneCountry).map((word) => formsOf(word, phoneCountry));
  const isPlain = tokens.every((token) => isNumber(toSearchForm(token)));
  const phone = isPlain ? undefined : findFirstPhone(text, phoneCountry);
  if (words.length === 0) return undefined;
  return { words: narrowest(words), ...(phone && { phone: toSearchForm(phone).replace('+', '') }) };
}

function joinNumbers(tokens: readonly string[], phoneCountry: string): string[] {
  const runs: string[][] = [];
  const isDigits = (token: string | undefined) => token !== undefined && isNumber(toSearchForm(token));
  for (const [place, token] of tokens.entries()) {
    if (isDigits(token) && isDigits(tokens[place - 1])) runs.at(-1)?.push(token);
    else runs.push([token]);
  }
  return runs.flatMap((run) => {
    const joined = toSearchForm(run.join(''));
    const isWhole = run.length === tokens.length && joined.length >= fewestDigitsOfPhone;
    if (isNumber(joined) && (isWhole || normalisePhone(joined, phoneCountry))) return [joined];
    const codes = run.filter(
      (token) => tokens.length > 1 && isCallingCode(toSearchForm(token), phoneCountry),
    );
    return run.filter((token) => !codes.includes(token)).map(toSearchForm);
  });
}

function isCallingCode(form: string, phoneCountry: string): boolean {
  return form.startsWith('+') && callingCode(phoneCountry).startsWith(form.slice(1));
}

function formsOf(form: string, phoneCountry: string): [string, ...string[]] {
  if (!isNumber(form)) return [form];
  const digits = form.replace('+', '');
  const phone = normalisePhone(form, phoneCountry)?.replace('+', '') ?? partOfPhone(digits, phoneCountry);
  return phone && phone !== digits ? [digits, phone] : [digits];
}

function partOfPhone(digits: string, phoneCountry: string): string | undefined {
  const international = digits.replace(/^00/, '');
  const code = callingCode(phoneCountry);
  const national = international.slice(code.length);
  if (international.startsWith(code)) return national.length >= fewestDigitsBehindCode ? national : undefined;
  return international.length >= fewestDigitsOfPhone ? international : undefined;
}

function callingCode(country: string): string {
  return getCountryCallingCode(isSupportedCountry(country) ? country : 'BD');
}

function narrowest(words: TextSearch['words']): TextSearch['words'] {
  const byLength = words.toSorted(([one], [other]) => other.length - one.length);
  const telling = byLength.filter(
    ([word], place) => !byLength.slice(0, place).some(([longer, also]) => !also && longer.includes(word)),
  );
  return telling.slice(0, mostWords);
}
