import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { farthestAppointmentDays, textLength } from '#contract/business.ts';
import { type Lead, platforms } from '#contract/leads/leads.ts';
import { offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import {
  type LeadInput,
  leadFields,
  leadInputs,
  useInputName,
} from '#web/features/leads/record/lead-fields.tsx';
import { useLeadCenters } from '#web/features/leads/record/use-lead-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { formatTyped } from '#web/lib/format/phone.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';
import { failureOf } from '#web/ui/choice/choice.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import type { LeadFormInput, LeadFormOutput } from './lead-form.ts';
import { OfferingField } from './offering-field.tsx';

export type LeadForm = UseFormReturn<LeadFormInput, unknown, LeadFormOutput>;

type LeadInputsProps = {
  form: LeadForm;
  /** The lead being edited; its choices stay available. */
  before?: Lead;
  inputs?: readonly LeadInput[];
};

export function LeadInputs({ form, before, inputs = leadInputs }: LeadInputsProps) {
  const inputName = useInputName();
  const { control } = form;
  return (
    <div className={grid.grid}>
      {leadInputs
        .filter((name) => inputs.includes(name))
        .map((name, at) => {
          const { line } = leadFields[name].input;
          const field = { control, name, label: inputName(name) };
          const Own = own[name];
          return line ? (
            <TextField
              key={name}
              {...field}
              {...line}
              autoComplete="off"
              data-autofocus={at === 0 || undefined}
            />
          ) : (
            Own && <Own key={name} form={form} before={before} field={field} />
          );
        })}
    </div>
  );
}

type OwnProps = Pick<LeadInputsProps, 'form' | 'before'> & {
  field: { control: LeadForm['control']; name: LeadInput; label: string };
};

const below = ['label', 'input', 'description', 'error'] as const;

/** More than a line of text. */
const own: { readonly [Name in LeadInput]?: (props: OwnProps) => ReactNode } = {
  phone: PhoneInput,
  platform: PlatformInput,
  serviceOrCampaign: OfferingInputs,
  serviceCenter: CenterInput,
  appointmentDate: DayInput,
  appointmentTime: ({ field }) => <TimeField {...field} />,
  notes: ({ field }) => <TextAreaField {...field} maxLength={textLength.notes} className={grid.wide} />,
};

function PhoneInput({ field }: OwnProps) {
  const { phoneCountry } = useDealer();
  return (
    <TextField
      {...field}
      required
      type="tel"
      maxLength={textLength.pastedPhone}
      autoComplete="off"
      format={(typed) => formatTyped(typed, phoneCountry)}
    />
  );
}

function PlatformInput({ field }: OwnProps) {
  const t = useTranslations('leads');
  return (
    <SelectField
      {...field}
      placeholder={t('choosePlatform')}
      data={platforms.map((platform) => ({ value: platform, label: t(`platforms.${platform}`) }))}
      clearable
    />
  );
}

function OfferingInputs({ form: { control, setValue }, before }: OwnProps) {
  const t = useTranslations('leads');
  const type = useWatch({ control, name: 'type' });
  return (
    <>
      <SelectField
        control={control}
        name="type"
        label={t('inputs.type')}
        placeholder={t('chooseType')}
        data={offeringTypes.map((one) => ({ value: one, label: t(`types.${one}`) }))}
        clearable
        onChoose={() => setValue('serviceOrCampaign', '', { shouldDirty: true })}
      />
      <OfferingField control={control} type={type} before={before?.serviceOrCampaign ?? null} />
    </>
  );
}

function CenterInput({ form, before, field }: OwnProps) {
  const t = useTranslations('leads');
  const centers = useLeadCenters(before);
  const failure = failureOf(useQuery(endpointQuery(listActiveServiceCenters)));
  const chosen = useWatch({ control: form.control, name: 'serviceCenter' });
  const isMove = before && chosen !== before.serviceCenter._id;
  return (
    <SelectField
      {...field}
      description={isMove ? t('moveWhy') : undefined}
      inputWrapperOrder={[...below]}
      placeholder={t('chooseCenter')}
      required
      isLoading={!centers && !failure}
      failure={centers ? undefined : failure}
      data={centers?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
    />
  );
}

function DayInput({ form, before, field }: OwnProps) {
  const t = useTranslations('leads');
  const today = useToday();
  const day = useWatch({ control: form.control, name: 'appointmentDate' });
  const hasPassed = calendarDate.safeParse(day).success && Boolean(day && day < today);
  return (
    <DateField
      {...field}
      today={today}
      minDate={before?.status === 'booked' ? today : undefined}
      maxDate={addDays(today, farthestAppointmentDays)}
      description={hasPassed && t('dayHasPassed')}
      inputWrapperOrder={[...below]}
    />
  );
}
