import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { listBulkAdvisors, type startBulkChange } from '#contract/leads/lead-bulk.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { useDescribeAdvisor } from '#web/features/leads/record/use-describe-advisor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DateField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { AssignForm } from './assign-form.tsx';
import { type BulkTarget, bulkTarget } from './bulk-target.ts';
import { useStartBulkChange } from './use-bulk-changes.ts';

/** Changes many leads at once: the id says how, `bulkTarget` which. */
export function BulkChangeDialog({ id, onDone, onClose }: DialogProps) {
  const [target] = useState(bulkTarget.read);
  const t = useTranslations('leadBulk');
  const action = formActions.find((one) => one === id);
  const isKnown = action !== undefined && target !== undefined;
  useEffect(() => {
    if (!isKnown) onClose();
  }, [isKnown, onClose]);
  if (!isKnown) return null;
  if (action === 'assign')
    return <AssignForm chosen={target.chosen} title={t('titles.assign')} onDone={onDone} onClose={onClose} />;
  return <BulkForm {...target} action={action} onDone={onDone} onClose={onClose} />;
}

const formActions = ['assign', 'moveCenter', 'followUp'] as const;
type FormAction = (typeof formActions)[number];

type ValueAction = Exclude<FormAction, 'assign'>;

type BulkFormProps = BulkTarget & Omit<DialogProps, 'id'> & { action: ValueAction };

const values = z.object({ value: z.string(), advisor: z.string() });
const schemas = {
  moveCenter: values,
  followUp: values.extend({ value: calendarDate }),
} satisfies Record<ValueAction, unknown>;
type BulkValues = z.infer<typeof values>;
type BulkControl = { control: Control<BulkValues, unknown, BulkValues> };

function BulkForm({ action, count, chosen, onDone, onClose }: BulkFormProps) {
  const t = useTranslations('leadBulk');
  const leads = useTranslations('leads');
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
      isSubmitDisabled={value === ''}
    >
      {action === 'moveCenter' && (
        <>
          <CenterField control={control} onChoose={() => form.setValue('advisor', '')} />
          <p className="dimmed">{leads('moveWhy')}</p>
          {value && <NextAdvisorField control={control} chosen={chosen} center={value} />}
        </>
      )}
      {action === 'followUp' && <FollowUpField control={control} />}
    </FormDialog>
  );
}

function NextAdvisorField({
  control,
  chosen,
  center,
}: BulkControl & Pick<BulkTarget, 'chosen'> & { center: string }) {
  const t = useTranslations('leadBulk');
  const describe = useDescribeAdvisor();
  const people = useQuery(endpointQuery(listBulkAdvisors, { body: { ...chosen, serviceCenter: center } }));
  return (
    <SelectField
      control={control}
      name="advisor"
      label={t('advisor')}
      isLoading={people.isLoading}
      failure={toChoicesFailure(people)}
      data={[
        { value: '', label: t('nobody') },
        ...(people.data?.advisors ?? []).map((advisor) => ({
          value: advisor._id,
          label: [advisor.name, ...describe(advisor)].join(' · '),
        })),
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
  action: ValueAction,
  value: string,
  advisor: string,
  chosen: BulkTarget['chosen'],
): EndpointBodyInput<typeof startBulkChange> {
  switch (action) {
    case 'moveCenter':
      return { action, value, ...(advisor && { advisor }), ...chosen };
    case 'followUp':
      return { action, value, ...chosen };
  }
}
