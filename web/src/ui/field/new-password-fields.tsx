import { type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { passwordLength } from '#contract/business.ts';
import { type StrengthHint, usePasswordStrength } from '#web/lib/session/use-password-strength.ts';
import type { FieldOf } from './fields.tsx';
import classes from './new-password-fields.module.css';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldsProps<Values extends FieldValues, Output> = FieldOf<Values, Output> & {
  name: FieldPathByValue<Values, string>;
  confirmName: FieldPathByValue<Values, string>;
  label: string;
  confirmLabel: string;
  /** The user's name and email: a password must not be made of them. */
  about: readonly string[];
  /** For forms where not every field is required. */
  withAsterisk?: boolean;
  autoFocus?: boolean;
};

/** A new password with its strength, and its repetition. */
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
        maxLength={passwordLength.max}
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
        maxLength={passwordLength.max}
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
