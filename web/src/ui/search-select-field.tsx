import type { SelectProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldOf, useField } from './fields.tsx';
import { SearchChoice } from './search-choice.tsx';

/** One of many choices, found by typing. */
export function SearchSelectField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & SelectProps) {
  const field = useField({ control, name });
  return (
    <SearchChoice
      {...rest}
      {...field}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? '')}
    />
  );
}
