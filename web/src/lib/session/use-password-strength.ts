import { useDeferredValue, useEffect, useState } from 'react';
import { passwordLength } from '#contract/business.ts';
import type * as judge from '#contract/text/password-strength.ts';
import { useDealer } from './dealer.ts';

/** `short`, `long` and `weak` are refused; `unknown` until the word lists are loaded. */
export type StrengthHint = judge.PasswordStrength | 'short' | 'long' | 'unknown';

/**
 * Judges a password while it is typed, as the server will.
 *
 * @param about the person's name and email, as far as known; the dealer's name is added.
 */
export function usePasswordStrength(password: string, about: readonly string[]): StrengthHint {
  const dealer = useDealer();
  const typed = useDeferredValue(password);
  const [loaded, setLoaded] = useState<typeof judge>();
  useEffect(() => {
    let isGone = false;
    // If the word lists fail to load, the server still judges.
    import('#contract/text/password-strength.ts').then(
      (module) => isGone || setLoaded(module),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (typed.length < passwordLength.min) return 'short';
  if (typed.length > passwordLength.max) return 'long';
  return loaded?.passwordStrength(typed, [...about, dealer.name]) ?? 'unknown';
}
