import { useDeferredValue, useEffect, useState } from 'react';
import { type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { passwordLength } from '#contract/business.ts';
import type * as judge from '#contract/text/password-strength.ts';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import type { FieldBinding } from './fields.tsx';
import classes from './new-password-fields.module.css';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldsProps<Values extends FieldValues, Output> = FieldBinding<Values, Output> & {
  name: FieldPathByValue<Values, string>;
  confirmName: FieldPathByValue<Values, string>;
  label: string;
  confirmLabel: string;
  // The user's name and email: a password must not be made of them.
  about: readonly string[];
  withAsterisk?: boolean;
  autoFocus?: boolean;
};

/** The fields of a new password and its repetition, with how strong it is. `about`: what an attacker would try first. */
export function NewPasswordFields<Values extends FieldValues, Output>({
  control,
  name,
  confirmName,
  label,
  confirmLabel,
  about,
  withAsterisk = false,
  autoFocus,
}: NewPasswordFieldsProps<Values, Output>) {
  const typed: string = useWatch({ control, name });
  return (
    <>
      <PasswordField
        control={control}
        name={name}
        label={label}
        required
        withAsterisk={withAsterisk}
        autoFocus={autoFocus}
        autoComplete="new-password"
        description={<Hint password={typed} about={about} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <PasswordField
        control={control}
        name={confirmName}
        label={confirmLabel}
        required
        withAsterisk={withAsterisk}
        autoComplete="new-password"
      />
    </>
  );
}

const bars: Record<StrengthHint, number> = {
  short: 0,
  long: 0,
  unknown: 0,
  weak: 1,
  fair: 2,
  good: 3,
  strong: 4,
};

function Hint({ password, about }: { password: string; about: readonly string[] }) {
  const t = useTranslations('ui.password');
  const strength = usePasswordStrength(password, about);
  const { min, max } = passwordLength;
  return (
    <span className={classes.hint}>
      <span className={classes.bars} data-strength={strength} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes.bar} data-lit={bar <= bars[strength] || undefined} />
        ))}
      </span>
      <span aria-live="polite">
        {strength === 'short' || strength === 'long' || strength === 'unknown'
          ? t('length', { min, max })
          : t(`strength.${strength}`)}
      </span>
    </span>
  );
}

const strengthRules = lazyModule(() => import('#contract/text/password-strength.ts'));

type StrengthHint = judge.PasswordStrength | 'short' | 'long' | 'unknown';

/**
 * Judges a password as typed, as the server will.
 *
 * @param about the person's name and email; the dealer's name is added.
 */
function usePasswordStrength(password: string, about: readonly string[]): StrengthHint {
  const dealer = useDealer();
  const typed = useDeferredValue(password);
  const [loaded, setLoaded] = useState<typeof judge>();
  useEffect(() => {
    let isGone = false;
    // Without word lists the server still judges.
    strengthRules.fetch().then(
      (module) => isGone || setLoaded(module),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (typed.length < passwordLength.min) return 'short';
  if (typed.length > passwordLength.max) return 'long';
  return loaded?.estimatePasswordStrength(typed, [...about, dealer.name]) ?? 'unknown';
}
