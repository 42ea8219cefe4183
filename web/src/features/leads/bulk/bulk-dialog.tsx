import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import {
  listBulkAdvisors,
  type MatchingLeadsInput,
  type startBulkChange,
} from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import type { Person } from '#contract/people.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { Choice, toChoicesFailure } from '#web/ui/choice/choice.tsx';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { DateInput } from '#web/ui/field/date-input.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useStartBulkChange } from './bulk.queries.ts';

const mostNamed = 6;

type BulkDialogProps = {
  action: BulkAction;
  count: number;
  chosen: { leads: string[] } | { matching: MatchingLeadsInput };
  onDone: () => void;
  onClose: () => void;
};

export function BulkChangeDialog(props: BulkDialogProps) {
  const { action } = props;
  if (action === 'archive' || action === 'unarchive') return <Question {...props} action={action} />;
  return <BulkForm {...props} action={action} />;
}

function Question({ action, count, chosen, ...rest }: BulkDialogProps & { action: 'archive' | 'unarchive' }) {
  const t = useTranslations('leadBulk');
  const start = useStartBulkChange();
  return (
    <ConfirmAction
      {...rest}
      title={t(`titles.${action}`)}
      text={t(`${action}Why`)}
      confirm={t(`submit.${action}`, { count })}
      act={() => start.mutateAsync({ action, ...chosen })}
    />
  );
}

type FormAction = Exclude<BulkAction, 'archive' | 'unarchive'>;

function BulkForm({ action, count, chosen, onDone, onClose }: BulkDialogProps & { action: FormAction }) {
  const t = useTranslations('leadBulk');
  const start = useStartBulkChange();
  const [value, setValue] = useState('');
  const [advisor, setAdvisor] = useState('');
  const day = useRef<HTMLInputElement>(null);
  const isMissing = action !== 'assign' && value === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMissing) return;
    if (action === 'followUp' && !calendarDate.safeParse(value).success) return day.current?.focus();
    start.mutate(bodyOf(action, value, advisor, chosen), {
      onSuccess() {
        onDone();
        onClose();
      },
      onError: () => day.current?.focus(),
    });
  };
  const faults = start.error instanceof ApiError ? start.error.fields : {};
  const fields = { value, onChange: setValue, faults };
  return (
    <FormDialog
      title={t(`titles.${action}`)}
      submit={t(`submit.${action}`, { count })}
      isDirty={false}
      isSubmitting={start.isPending}
      isSubmitDisabled={isMissing}
      onSubmit={submit}
      onClose={onClose}
      failure={<FormFailure error={start.error} others={fieldsOf[action]} />}
    >
      {action === 'assign' && <AssignField {...fields} chosen={chosen} />}
      {action === 'moveCenter' && (
        <>
          <CenterField
            {...fields}
            onChange={(center) => {
              setValue(center);
              setAdvisor('');
            }}
          />
          <p className="dimmed">{t('moveWhy')}</p>
          {value && <NextAdvisorField {...{ faults, value: advisor, onChange: setAdvisor }} center={value} />}
        </>
      )}
      {action === 'followUp' && <FollowUpField ref={day} {...fields} />}
    </FormDialog>
  );
}

const fieldsOf: Record<FormAction, readonly string[]> = {
  assign: ['value'],
  moveCenter: ['value', 'advisor'],
  followUp: ['value'],
};

type FieldProps = {
  value: string;
  onChange: (value: string) => void;
  faults: Record<string, string>;
};

function AssignField({ chosen, ...fields }: FieldProps & Pick<BulkDialogProps, 'chosen'>) {
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
        {...fields}
        fault={fields.faults.value}
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

function NextAdvisorField({ center, ...fields }: FieldProps & { center: string }) {
  const people = useQuery(endpointQuery(listAdvisors, { query: { serviceCenter: center } }));
  return (
    <AdvisorField
      {...fields}
      fault={fields.faults.advisor}
      isLoading={people.isLoading}
      failure={toChoicesFailure(people)}
      advisors={people.data ?? []}
    />
  );
}

type AdvisorFieldProps = Pick<FieldProps, 'value' | 'onChange'> & {
  fault: string | undefined;
  isFirst?: boolean;
  isLoading: boolean;
  failure: ReturnType<typeof toChoicesFailure>;
  advisors: readonly Person[];
};

function AdvisorField({ value, onChange, fault, isFirst, advisors, ...loading }: AdvisorFieldProps) {
  const t = useTranslations('leadBulk');
  const text = useContractText();
  return (
    <Choice
      label={t('advisor')}
      data-autofocus={isFirst}
      {...loading}
      data={[
        { value: '', label: t('nobody') },
        ...advisors.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={value}
      onChange={onChange}
      error={fault && text(fault)}
    />
  );
}

function CenterField({ value, onChange, faults }: FieldProps) {
  const t = useTranslations('leadBulk');
  const text = useContractText();
  const centers = useQuery(endpointQuery(listActiveServiceCenters));
  const { data, isLoading } = centers;
  return (
    <Choice
      label={t('center')}
      data-autofocus
      isLoading={isLoading}
      failure={toChoicesFailure(centers)}
      placeholder={t('chooseCenter')}
      data={(data?.serviceCenters ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      onChange={onChange}
      error={faults.value && text(faults.value)}
    />
  );
}

function FollowUpField({ ref, value, onChange, faults }: FieldProps & { ref: Ref<HTMLInputElement> }) {
  const t = useTranslations('leadBulk');
  const text = useContractText();
  const today = useToday();
  return (
    <DateInput
      ref={ref}
      label={t('followUp')}
      description={t('followUpWhy')}
      data-autofocus
      today={today}
      yearless="next"
      minDate={today}
      maxDate={addDays(today, maxDaysAhead)}
      value={value}
      onChange={onChange}
      error={faults.value && text(faults.value)}
    />
  );
}

function bodyOf(
  action: FormAction,
  value: string,
  advisor: string,
  chosen: BulkDialogProps['chosen'],
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
