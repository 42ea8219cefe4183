import { toLatinDigits } from './digits.ts';

/** A date with its time and zone, as JavaScript and spreadsheets write it, is shorter; what is longer is a sentence. */
const maxLength = 80;

/**
 * Splits a text into numbers, words, blanks and single marks, in lower case with Latin digits; none of a text that is too long for a
 * day or time.
 */
export function splitTokens(text: string): string[] {
  const written = text.trim();
  if (written.length > maxLength) return [];
  const plain = toLatinDigits(written)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  return plain.match(/\d+|[\p{L}\p{M}]+|\s+|[^\d\p{L}\p{M}\s]/gu) ?? [];
}

/** Tells whether a token is a run of digits. */
export function isNumberToken(token = ''): boolean {
  return /^\d/.test(token);
}

/** Tells whether a token is a run of letters. */
export function isWordToken(token = ''): boolean {
  return /^[\p{L}\p{M}]/u.test(token);
}

/** Passes over blanks and over tokens of `passed`. @returns the index of the first other token from `at` on. */
export function skipTokens(tokens: readonly string[], at: number, passed: readonly string[] = []): number {
  const rest = tokens.slice(at);
  const found = rest.findIndex((token) => token.trim() !== '' && !passed.includes(token));
  return found === -1 ? tokens.length : at + found;
}
