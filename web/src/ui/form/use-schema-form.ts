import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';

type Start<Values extends FieldValues> = Pick<UseFormProps<Values>, 'defaultValues' | 'values'>;

/**
 * A form that a schema checks, each field as it is left.
 *
 * @param start `defaultValues`, or `values` to follow: unedited fields take their changes.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodType<Output, Values>,
  start: NoInfer<Start<Values>>,
): UseFormReturn<Values, unknown, Output> {
  return useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    // For every reset, not only when `values` change.
    resetOptions: start.values && { keepDirtyValues: true },
    ...start,
  });
}
