import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type FieldBinding, useField } from './fields.tsx';

/** A password in a form, which can be shown. */
export function PasswordField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldBinding<Values, Output> & PasswordInputProps) {
  const toggle = useTranslations('ui.password')('toggle');
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': toggle }}
      {...rest}
      {...useField({ control, name })}
    />
  );
}
