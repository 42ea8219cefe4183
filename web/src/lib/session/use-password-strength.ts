import { useDeferredValue, useEffect, useState } from 'react';
import { passwordLength } from '#contract/business.ts';
import type * as judge from '#contract/text/password-strength.ts';
import { useDealer } from './dealer.ts';

/** `short`, `long` and `weak` are refused; `unknown`: word lists not loaded. */
export type StrengthHint = judge.PasswordStrength | 'short' | 'long' | 'unknown';

/**
 * Judges a password as typed, as the server will.
 *
 * @param about the person's name and email; the dealer's name is added.
 */
export function usePasswordStrength(password: string, about: readonly string[]): StrengthHint {
  const dealer = useDealer();
  const typed = useDeferredValue(password);
  const [loaded, setLoaded] = useState<typeof judge>();
  useEffect(() => {
    let isGone = false;
    // Without word lists the server still judges.
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
