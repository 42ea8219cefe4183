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
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { isSameValue } from '#web/ui/form/leave.ts';
import { useSharedForm } from '#web/ui/form/use-shared-form.tsx';

type HoursFormOptions<Values extends FieldValues, Output> = {
  hours: StoredWorkingHours;
  schema: ZodType<Output, Values>;
  recordOf: (hours: StoredWorkingHours) => Values;
  bodyOf: (output: Output, hours: StoredWorkingHours) => EditWorkingHoursBody;
  draft: string;
  onSaved?: () => void;
};

export function useHoursForm<Values extends FieldValues, Output>(options: HoursFormOptions<Values, Output>) {
  const { hours, recordOf, bodyOf, ...rest } = options;
  const t = useTranslations('workingHours');
  const client = useQueryClient();
  const send = async (output: Output, seen: StoredWorkingHours): Promise<StoredWorkingHours> => {
    try {
      const body = { ...bodyOf(output, seen), version: seen.version };
      return await mutateIntoCache(editWorkingHours, { body }, getWorkingHours);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      // Others' changes of other parts are none of this form's.
      const now = await client.fetchQuery({ ...endpointQuery(getWorkingHours), staleTime: 0 });
      if (now.version === seen.version || !isSameValue(recordOf(now), recordOf(seen))) throw error;
      return send(output, now);
    }
  };
  return useSharedForm<StoredWorkingHours, Values, Output>({
    ...rest,
    stored: hours,
    recordOf,
    async save(output, seen) {
      const kept = await send(output, seen);
      toast.success(t('saved'));
      return kept;
    },
  });
}
