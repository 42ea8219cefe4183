import { InputBase, type InputBaseProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentProps, type FocusEvent, useRef } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { useShownField } from '#web/ui/form/shown-fields.ts';
import { trackFieldFormat } from './field-formats.ts';
import classes from './fields.module.css';

/** The props that bind a field to a form: its `control` and the field's `name`. */
export type FieldBinding<Values extends FieldValues, Output = Values> = {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
};

/**
 * Binds an input to a field of a form: its value, its ref, by which the first field with an error is focused, and its translated error.
 * The error appears only once nothing is being pressed, so that nothing moves under the pointer.
 */
export function useField<Values extends FieldValues, Output>({
  control,
  name,
}: FieldBinding<Values, Output>) {
  const { field, fieldState, formState } = useController({ control, name });
  useShownField(control, name);
  const text = useContractText();
  // React Hook Form checks a list whole when a row is added: what is still empty in the new one is no fault yet.
  const isNew = /\.\d+\./.test(name) && !fieldState.isTouched && !formState.isSubmitted;
  const message = isNew ? undefined : fieldState.error?.message;
  return { ...field, value: field.value ?? '', error: useStableWhilePressed(message && text(message)) };
}

/** A field of one line in a form, with its label and error. */
export function TextField<Values extends FieldValues, Output>({
  control,
  name,
  format,
  ...rest
}: FieldBinding<Values, Output> & TextInputProps & { format?: (typed: string) => string | Promise<string> }) {
  const field = useField({ control, name });
  const found = useRef<string>(undefined);
  const rewrite = async (input: HTMLInputElement, format: (typed: string) => string | Promise<string>) => {
    const typed = input.value;
    const formatted = await format(typed);
    // Unless edited meanwhile.
    if (formatted !== typed && input.value === typed) field.onChange(formatted);
  };
  const leave = async ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (format && input.value && input.value !== found.current) {
      const rewritten = rewrite(input, format);
      trackFieldFormat(rewritten);
      await rewritten;
    }
    field.onBlur();
  };
  return (
    <TextInput
      {...rest}
      {...field}
      onFocus={() => {
        found.current = field.value;
      }}
      onBlur={leave}
    />
  );
}

/** A field of several lines in a form, with its label and error. */
export function TextAreaField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldBinding<Values, Output> &
  InputBaseProps &
  Pick<ComponentProps<'textarea'>, 'maxLength' | 'placeholder'>) {
  return (
    <InputBase
      component="textarea"
      multiline
      rows={3}
      classNames={{ input: classes.lines }}
      {...rest}
      {...useField({ control, name })}
    />
  );
}

/** A select in a form, with its label and error. */
export function SelectField<Values extends FieldValues, Output>({
  control,
  name,
  onChoose,
  ...rest
}: FieldBinding<Values, Output> &
  Omit<ComponentProps<typeof Choice>, 'value' | 'onChange' | 'name'> & {
    onChoose?: (value: string) => void;
  }) {
  const field = useField({ control, name });
  const choose = (value: string) => {
    field.onChange(value);
    onChoose?.(value);
  };
  return <Choice {...rest} {...field} onChange={choose} />;
}

const digits = 6;

type CodeFieldProps<Values extends FieldValues, Output> = FieldBinding<Values, Output> & {
  label: string;
  autoFocus?: boolean;
  'data-autofocus'?: boolean;
  onComplete?: () => void;
};

/** Takes a code of six digits: typed, pasted in any format ('123 456') or filled in by the phone. */
export function CodeField<Values extends FieldValues, Output>({
  control,
  name,
  onComplete,
  ...rest
}: CodeFieldProps<Values, Output>) {
  const field = useField({ control, name });
  const take = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, digits);
    const isCompleted = code.length === digits && code !== field.value;
    field.onChange(code);
    if (isCompleted) onComplete?.();
  };
  return (
    <TextInput
      {...rest}
      {...field}
      onChange={(event) => take(event.currentTarget.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
    />
  );
}
