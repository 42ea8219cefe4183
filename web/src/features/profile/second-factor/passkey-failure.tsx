import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { NoPasskeyError } from '#web/lib/browser/passkeys.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';

type PasskeyFailureProps<Values extends FieldValues, Output> = {
  error: unknown;
  form: UseFormReturn<Values, unknown, Output>;
};

export function PasskeyFailure<Values extends FieldValues, Output>(
  props: PasskeyFailureProps<Values, Output>,
) {
  const { error, form } = props;
  const t = useTranslations('profile.secondFactor');
  if (!(error instanceof NoPasskeyError)) return <FormFailure error={error} form={form} />;
  return <Notice tone="warning">{t(error.isKnown ? 'passkeyKnown' : 'passkeyCancelled')}</Notice>;
}
