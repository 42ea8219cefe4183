import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';

type Start<Values extends FieldValues> = { defaultValues?: DefaultValues<Values>; values?: Values };

/**
 * A form that a schema checks, each field as it is left.
 *
 * @param start `defaultValues`, or `values` to follow: unedited fields take their changes.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodType<Output, Values>,
  { values, defaultValues = values as DefaultValues<Values> }: NoInfer<Start<Values>>,
): UseFormReturn<Values, unknown, Output> {
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues,
  });
  // React Hook Form's own `values` would make every other reset keep what is typed too, also one that discards it.
  const { reset } = form;
  const followed = useRef(values);
  useEffect(() => {
    if (!values || JSON.stringify(values) === JSON.stringify(followed.current)) return;
    followed.current = values;
    reset(values, { keepDirtyValues: true });
  }, [values, reset]);
  return form;
}
