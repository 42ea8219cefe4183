import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ZodType } from 'zod';
import {
  type EditWorkingHoursBody,
  editWorkingHours,
  getWorkingHours,
  type StoredWorkingHours,
} from '#contract/working-hours.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { QuietLine } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { isSame } from '#web/ui/form/leave.ts';
import { useForm } from '#web/ui/form/use-form.tsx';

type HoursFormOptions<Values extends FieldValues, Output> = {
  hours: StoredWorkingHours;
  schema: ZodType<Output, Values>;
  /** What of the hours this form is about. */
  recordOf: (hours: StoredWorkingHours) => Values;
  bodyOf: (output: Output, hours: StoredWorkingHours) => EditWorkingHoursBody;
  draft: string;
  onSaved?: () => void;
};

/** `useForm` of a part of the hours, and `notice`: what others changed of it meanwhile. */
export function useHoursForm<Values extends FieldValues, Output>(options: HoursFormOptions<Values, Output>) {
  const { hours, schema, recordOf, bodyOf, draft, onSaved } = options;
  const t = useTranslations('workingHours');
  const client = useQueryClient();
  const [base, setBase] = useState(hours);
  const [record] = useState(() => recordOf(hours));
  const send = async (output: Output, seen: StoredWorkingHours): Promise<StoredWorkingHours> => {
    try {
      return await change(editWorkingHours, { body: { ...bodyOf(output, seen), version: seen.version } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      // Others' changes of other parts are none of this form's.
      const now = await client.fetchQuery({ ...endpointQuery(getWorkingHours), staleTime: 0 });
      if (now.version === seen.version || !isSame(recordOf(now), recordOf(seen))) throw error;
      return send(output, now);
    }
  };
  const edited = useForm<Values, Output>({
    schema,
    record,
    draft,
    async save(output, { show }) {
      const kept = await send(output, hours);
      client.setQueryData(endpointQuery(getWorkingHours).queryKey, kept);
      setBase(kept);
      show(recordOf(kept));
      toast.success(t('saved'));
      onSaved?.();
    },
  });
  const { form, isDirty, forget } = edited;
  const { reset } = form;
  const isTheirs = !isSame(recordOf(hours), recordOf(base));
  useEffect(() => {
    if (hours === base || (isDirty && isTheirs)) return;
    if (isTheirs) reset(recordOf(hours) as DefaultValues<Values>);
    setBase(hours);
  }, [hours, base, isDirty, isTheirs, reset, recordOf]);
  const showTheirs = () => {
    forget();
    reset(recordOf(hours) as DefaultValues<Values>);
  };
  const notice: ReactNode = isDirty && isTheirs && (
    <QuietLine action={t('showTheirs')} onAction={showTheirs}>
      {t('changedMeanwhile')}
    </QuietLine>
  );
  return { ...edited, notice };
}
