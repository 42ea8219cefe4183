import type { FieldValues } from 'react-hook-form';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isSameValue } from './leave.ts';
import { type SharedFormOptions, useSharedForm } from './use-shared-form.tsx';

type PartFormOptions<Stored, Values extends FieldValues, Output> = SharedFormOptions<
  Stored,
  Values,
  Output
> & {
  readNow: () => Promise<Stored>;
};

/** Makes a form, as {@link useSharedForm} does, of a part of a record that has one version: what others changed elsewhere in it refuses nothing. */
export function usePartForm<Stored extends { version: string }, Values extends FieldValues, Output>(
  options: PartFormOptions<Stored, Values, Output>,
) {
  const { readNow, save, ...rest } = options;
  const { recordOf } = rest;
  const savePart = async (output: Output, seen: Stored): Promise<Stored> => {
    try {
      return await save(output, seen);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const now = await readNow();
      if (now.version === seen.version || !isSameValue(recordOf(now), recordOf(seen))) throw error;
      return savePart(output, now);
    }
  };
  return useSharedForm<Stored, Values, Output>({ ...rest, save: savePart });
}
