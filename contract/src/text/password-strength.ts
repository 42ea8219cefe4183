import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import { passwordLength } from '#contract/business.ts';

// The word lists weigh a quarter of a megabyte: load this module when a password is chosen, not before.

/** How long a password withstands guessing, weakest first; `weak` is refused. */
export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** The fewest guesses each takes; a hundred million is what eight characters without any pattern take. */
const fewestGuesses: readonly [PasswordStrength, number][] = [
  ['strong', 1e12],
  ['good', 1e10],
  ['fair', 1e8],
];

const { qwerty, keypad } = adjacencyGraphs;
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, firstNames },
  graphs: { qwerty, keypad },
  // Every reading of a leetspeak password is looked up: a hundred, the default, takes 100 ms.
  l33tMaxSubstitutions: 10,
  maxLength: passwordLength.max,
});

/**
 * Estimates the guesses that a password withstands, by zxcvbn.
 *
 * @param password of at most 24 characters.
 * @param about what an attacker tries first: the person's name and email, the dealer's name.
 */
export function passwordStrength(password: string, about: readonly string[]): PasswordStrength {
  const { guesses } = zxcvbn.check(password.slice(0, passwordLength.max), about.flatMap(spellings));
  return fewestGuesses.find(([, fewest]) => guesses >= fewest)?.[0] ?? 'weak';
}

/** 'Nadia Karim' is tried as it is, as 'nadiakarim', 'nadia' and 'karim'; of an email, what stands before the @ as well. */
function spellings(text: string): string[] {
  const plain = text.toLowerCase();
  const person = plain.split('@')[0] ?? '';
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length > 2);
  return [plain, person, person.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''), ...words].filter(Boolean);
}
