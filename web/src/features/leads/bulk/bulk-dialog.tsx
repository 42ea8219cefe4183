import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { listBulkAdvisors, type startBulkChange } from '#contract/leads/lead-bulk.ts';
import type { Person } from '#contract/people.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useStartBulkChange } from './bulk.queries.ts';
import { type BulkTarget, bulkTarget } from './bulk-target.ts';

const mostNamed = 6;

/** Changes many leads at once: the id says how, `bulkTarget` which. */
export function BulkChangeDialog({ id, onDone, onClose }: DialogProps) {
  const [target] = useState(bulkTarget.read);
  const action = formActions.find((one) => one === id);
  const isKnown = action !== undefined && target !== undefined;
  useEffect(() => {
    if (!isKnown) onClose();
  }, [isKnown, onClose]);
  return isKnown && <BulkForm {...target} action={action} onDone={onDone} onClose={onClose} />;
}

const formActions = ['assign', 'moveCenter', 'followUp'] as const;
type FormAction = (typeof formActions)[number];

type BulkFormProps = BulkTarget & Omit<DialogProps, 'id'> & { action: FormAction };

const values = z.object({ value: z.string(), advisor: z.string() });
const schemas = {
  assign: values,
  moveCenter: values,
  followUp: values.extend({ value: calendarDate }),
} satisfies Record<FormAction, unknown>;
type BulkValues = z.infer<typeof values>;
type BulkControl = { control: Control<BulkValues, unknown, BulkValues> };

function BulkForm({ action, count, chosen, onDone, onClose }: BulkFormProps) {
  const t = useTranslations('leadBulk');
  const start = useStartBulkChange();
  const { form, dialog } = useForm<BulkValues, BulkValues>({
    schema: schemas[action],
    record: { value: '', advisor: '' },
    isNew: true,
    async save({ value, advisor }) {
      await start.mutateAsync(bodyOf(action, value, advisor, chosen));
      onDone();
    },
    onClose,
  });
  const { control } = form;
  const value = useWatch({ control, name: 'value' });
  return (
    <FormDialog
      {...dialog}
      title={t(`titles.${action}`)}
      submit={t(`submit.${action}`, { count })}
      isDirty={false}
      isSubmitDisabled={action !== 'assign' && value === ''}
    >
      {action === 'assign' && <AssignField control={control} chosen={chosen} />}
      {action === 'moveCenter' && (
        <>
          <CenterField control={control} onChoose={() => form.setValue('advisor', '')} />
          <p className="dimmed">{t('moveWhy')}</p>
          {value && <NextAdvisorField control={control} center={value} />}
        </>
      )}
      {action === 'followUp' && <FollowUpField control={control} />}
    </FormDialog>
  );
}

function AssignField({ control, chosen }: BulkControl & Pick<BulkTarget, 'chosen'>) {
  const t = useTranslations('leadBulk');
  const { list } = useFormats();
  const people = useQuery(endpointQuery(listBulkAdvisors, { body: chosen }));
  const { data } = people;
  const leftOut = data?.leftOut ?? [];
  const unnamed = leftOut.length - mostNamed;
  const names = [
    ...leftOut.slice(0, mostNamed).map(({ name, away }) => t('leftOutOne', { name, away })),
    ...(unnamed > 0 ? [t('leftOutMore', { count: unnamed })] : []),
  ];
  return (
    <>
      <AdvisorField
        control={control}
        name="value"
        isFirst
        isLoading={people.isLoading}
        failure={toChoicesFailure(people)}
        advisors={data?.advisors ?? []}
      />
      {names.length > 0 && (
        <p className="dimmed" role="status">
          {t('leftOut', { names: list(names) })}
        </p>
      )}
    </>
  );
}

function NextAdvisorField({ control, center }: BulkControl & { center: string }) {
  const people = useQuery(endpointQuery(listAdvisors, { query: { serviceCenter: center } }));
  return (
    <AdvisorField
      control={control}
      name="advisor"
      isLoading={people.isLoading}
      failure={toChoicesFailure(people)}
      advisors={people.data ?? []}
    />
  );
}

type AdvisorFieldProps = BulkControl & {
  name: keyof BulkValues;
  isFirst?: boolean;
  isLoading: boolean;
  failure: ReturnType<typeof toChoicesFailure>;
  advisors: readonly Person[];
};

function AdvisorField({ isFirst, advisors, ...field }: AdvisorFieldProps) {
  const t = useTranslations('leadBulk');
  return (
    <SelectField
      {...field}
      label={t('advisor')}
      data-autofocus={isFirst}
      data={[
        { value: '', label: t('nobody') },
        ...advisors.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  );
}

function CenterField({ control, onChoose }: BulkControl & { onChoose: () => void }) {
  const t = useTranslations('leadBulk');
  const centers = useQuery(endpointQuery(listActiveServiceCenters));
  return (
    <SelectField
      control={control}
      name="value"
      label={t('center')}
      data-autofocus
      isLoading={centers.isLoading}
      failure={toChoicesFailure(centers)}
      placeholder={t('chooseCenter')}
      data={(centers.data?.serviceCenters ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      onChoose={onChoose}
    />
  );
}

function FollowUpField({ control }: BulkControl) {
  const t = useTranslations('leadBulk');
  const today = useToday();
  return (
    <DateField
      control={control}
      name="value"
      label={t('followUp')}
      description={t('followUpWhy')}
      data-autofocus
      today={today}
      yearless="next"
      minDate={today}
      maxDate={addDays(today, maxDaysAhead)}
    />
  );
}

function bodyOf(
  action: FormAction,
  value: string,
  advisor: string,
  chosen: BulkTarget['chosen'],
): EndpointBodyInput<typeof startBulkChange> {
  switch (action) {
    case 'assign':
      return { action, value: value || null, ...chosen };
    case 'moveCenter':
      return { action, value, ...(advisor && { advisor }), ...chosen };
    case 'followUp':
      return { action, value, ...chosen };
  }
}
