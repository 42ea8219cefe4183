import { passwordLength } from '#contract/business.ts';

/** How long a password would stand against guessing, weakest first; `short` and `long` are refused. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good' | 'strong' | 'long';

/** What people put in front of a digit and think it new. */
const habits = /password|passwort|qwerty|asdf|zxcv|iloveyou|welcome|letmein|admin|abcd?|bangladesh|dhaka/g;
const pools: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];
const enough: readonly [PasswordStrength, number][] = [
  ['weak', 40],
  ['fair', 56],
  ['good', 72],
];

/**
 * Estimates a password's strength in bits: how many characters say something new, times what each could have been. A hint while
 * typing; the server alone refuses what is common.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < passwordLength.min) return 'short';
  if (password.length > passwordLength.max) return 'long';
  const pool = pools.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = news(password) * Math.log2(pool);
  return enough.find(([, limit]) => bits < limit)?.[0] ?? 'strong';
}

/** Characters that neither repeat nor count on from the one before, where a habit counts as one. */
function news(password: string): number {
  const characters = [...password.toLowerCase().replace(habits, '~')];
  const fresh = characters.filter((character, at) => {
    const step = character.charCodeAt(0) - (characters[at - 1]?.charCodeAt(0) ?? Number.NaN);
    return !(Math.abs(step) <= 1);
  });
  return Math.min(fresh.length, 2 * new Set(fresh).size);
}
