import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import { passwordLength } from '#contract/business.ts';

// The word lists weigh a quarter of a megabyte: load this module only when a password is chosen.

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

const fewestGuesses: readonly [PasswordStrength, number][] = [
  ['strong', 1e12],
  ['good', 1e10],
  ['fair', 1e8],
];

const { qwerty, keypad } = adjacencyGraphs;
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, firstNames },
  graphs: { qwerty, keypad },
  // The default of 100 leetspeak readings takes 100 ms.
  l33tMaxSubstitutions: 10,
  maxLength: passwordLength.max,
});

/**
 * Estimates the guesses (zxcvbn) that a password of at most 24 characters withstands.
 *
 * @param about what an attacker tries first: the person's name and email, the dealer's name.
 */
export function estimatePasswordStrength(password: string, about: readonly string[]): PasswordStrength {
  const { guesses } = zxcvbn.check(password.slice(0, passwordLength.max), about.flatMap(spellings));
  return fewestGuesses.find(([, fewest]) => guesses >= fewest)?.[0] ?? 'weak';
}

function spellings(text: string): string[] {
  const plain = text.toLowerCase();
  const person = plain.split('@')[0] ?? '';
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length > 2);
  return [plain, person, person.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''), ...words].filter(Boolean);
}
