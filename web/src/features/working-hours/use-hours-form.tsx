import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ZodType } from 'zod';
import {
  type EditWorkingHoursBody,
  editWorkingHours,
  getWorkingHours,
  type StoredWorkingHours,
} from '#contract/working-hours.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { usePartForm } from '#web/ui/form/use-part-form.ts';

type HoursFormOptions<Values extends FieldValues, Output> = {
  hours: StoredWorkingHours;
  schema: ZodType<Output, Values>;
  recordOf: (hours: StoredWorkingHours) => Values;
  bodyOf: (output: Output, hours: StoredWorkingHours) => EditWorkingHoursBody;
  draft: string;
  onSaved?: () => void;
};

/** Makes a form of a part of the working hours, which are saved by their version. */
export function useHoursForm<Values extends FieldValues, Output>(options: HoursFormOptions<Values, Output>) {
  const { hours, bodyOf, onSaved, ...rest } = options;
  const t = useTranslations('workingHours');
  const client = useQueryClient();
  return usePartForm<StoredWorkingHours, Values, Output>({
    ...rest,
    stored: hours,
    readNow: () => client.fetchQuery({ ...endpointQuery(getWorkingHours), staleTime: 0 }),
    save: (output, seen) => {
      const body = { ...bodyOf(output, seen), version: seen.version };
      return mutateIntoCache(editWorkingHours, { body }, getWorkingHours);
    },
    onSaved() {
      toast.success(t('saved'));
      onSaved?.();
    },
  });
}
