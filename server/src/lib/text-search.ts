import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { likePattern, spellForSearch } from '#server/lib/search-key.ts';

const phoneLike = /^[+(]?[\d০-৯][\d০-৯\s().-]*$/;
const bengaliDigit = /[০-৯]/g;

/** The shortest needle that trigrams find. */
const trigramLength = 3;

/** What finds search keys, any part of it: LIKE patterns, and for needles too short for them grams as `search_grams` in the database. */
export type TextSearch = { patterns: string[]; grams: number[] };

/**
 * @returns what finds the search keys that hold the text, or for what looks like a phone number its digits alone, without
 * the country's calling code (`+88 01712-345` finds `01712345678`); `%`, `_` and `\` stand for themselves.
 */
export function textSearch(text: string, phoneCountry: string): TextSearch {
  const needles = [...new Set(needlesOf(text.trim(), phoneCountry))].filter((needle) => needle !== '');
  return {
    patterns: needles.filter((needle) => needle.length >= trigramLength).map(likePattern),
    grams: needles.filter((needle) => needle.length < trigramLength).map(gramOf),
  };
}

function needlesOf(text: string, phoneCountry: string): string[] {
  const spelled = spellForSearch(text);
  if (!phoneLike.test(text)) return [spelled];
  const digits = text
    .replace(bengaliDigit, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replace(/\D/g, '')
    .replace(/^00/, '');
  const callingCode = isSupportedCountry(phoneCountry) ? getCountryCallingCode(phoneCountry) : '';
  const isInternational = callingCode && digits.length > callingCode.length && digits.startsWith(callingCode);
  return [spelled, digits, isInternational ? digits.slice(callingCode.length) : ''];
}

function gramOf(needle: string): number {
  const [one = 0, next] = [...needle].map((character) => character.charCodeAt(0));
  return next === undefined ? one : one * 128 + next;
}
