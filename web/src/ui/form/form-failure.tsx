import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notBeside } from './show-field-errors.ts';

type FormFailureProps<Values extends FieldValues, Output> = {
  error: unknown;
  /** It says beside its fields what {@link showFieldErrors} gave it. */
  form?: UseFormReturn<Values, unknown, Output>;
  /** Fields outside the form that say it themselves, such as a picture. */
  others?: readonly string[];
};

/** Why a form was not saved: all that no field on screen says. */
export function FormFailure<Values extends FieldValues, Output>(props: FormFailureProps<Values, Output>) {
  const { error, form, others } = props;
  const errorText = useErrorText();
  const rest = notBeside(error, form, others);
  return rest ? <Notice>{errorText(rest)}</Notice> : null;
}
