import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type BookingRules,
  type CenterBookingRules,
  editBookingRules,
  listBookingRules,
} from '#contract/bookings/booking-rules.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useSharedForm } from '#web/ui/form/use-shared-form.tsx';
import { AheadFields } from './ahead-fields.tsx';
import classes from './booking-rules.module.css';
import { Closures } from './closures.tsx';
import { CopyRules } from './copy-rules.tsx';
import { keepPastClosures, type RulesValues, rulesFormSchema, toRulesValues } from './rules-values.ts';
import { WeekCapacity } from './week-capacity.tsx';

type CenterRulesProps = { center: CenterBookingRules; others: readonly CenterBookingRules[] };

/** The form of what a center takes; as long as it takes any booking, nothing else is asked. */
export function CenterRules({ center, others }: CenterRulesProps) {
  const t = useTranslations('bookingRules');
  const today = useToday();
  const { form, notice, ...edited } = useSharedForm<CenterBookingRules, RulesValues, BookingRules | null>({
    stored: center,
    schema: rulesFormSchema,
    recordOf: useMemo(
      () =>
        ({ rules }: CenterBookingRules) =>
          toRulesValues(rules, today),
      [today],
    ),
    draft: `bookingRules:${center.serviceCenter._id}`,
    save: useSaveRules(today),
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <SettingsForm edited={edited} texts={{ save: t('save') }}>
      {notice}
      <div>
        <Segments
          label={t('kind')}
          value={kind}
          onChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
          options={[
            { value: 'any', label: t('any') },
            { value: 'limited', label: t('limited') },
          ]}
        />
      </div>
      {kind === 'limited' && (
        <>
          <CopyRules form={form} centers={others} />
          <WeekCapacity form={form} />
          <AheadFields form={form} />
          <div className={classes.closures}>
            <h3 className="heading">{t('closures.title')}</h3>
            <Closures form={form} />
          </div>
        </>
      )}
    </SettingsForm>
  );
}

function useSaveRules(today: string) {
  const t = useTranslations('bookingRules');
  const client = useQueryClient();
  return async (output: BookingRules | null, seen: CenterBookingRules): Promise<CenterBookingRules> => {
    const { _id: id } = seen.serviceCenter;
    const rules = output && keepPastClosures(output, seen.rules, today);
    const saved = await mutate(editBookingRules, { params: { id }, body: { rules, version: seen.version } });
    client.setQueryData(endpointQuery(listBookingRules).queryKey, (all) =>
      all?.map((one) => (one.serviceCenter._id === id ? saved : one)),
    );
    toast.success(t('saved'));
    return saved;
  };
}
