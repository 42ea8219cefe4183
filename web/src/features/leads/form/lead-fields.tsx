import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { farthestAppointmentDays, textLength } from '#contract/business.ts';
import { type Lead, platforms } from '#contract/leads/leads.ts';
import { offeringTypes } from '#contract/offerings.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { useLeadCenters } from '#web/features/leads/record/use-lead-centers.ts';
import { activeCentersQuery } from '#web/lib/browser/choices.ts';
import { formatTyped } from '#web/lib/format/phone.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';
import { failureOf } from '#web/ui/choice/choice.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { type LeadField, type LeadFormInput, type LeadFormOutput, leadFields } from './lead-form.ts';
import { OfferingField } from './offering-field.tsx';

export type LeadForm = UseFormReturn<LeadFormInput, unknown, LeadFormOutput>;

type LeadFieldsProps = {
  form: LeadForm;
  /** The lead being edited; its choices stay available. */
  before?: Lead;
  /** Correctable fields are always shown. */
  fields?: readonly LeadField[];
};

export function LeadFields({ form, before, fields = leadFields }: LeadFieldsProps) {
  const shows = (field: LeadField) => fields.includes(field);
  const t = useTranslations('leads');
  const { control, setValue } = form;
  const field = (name: LeadField | 'type') => ({ control, name, label: t(`fields.${name}`) });
  const { phoneCountry } = useDealer();
  const today = useToday();
  const [type, appointmentDate] = useWatch({ control, name: ['type', 'appointmentDate'] });
  const isBooking = before?.status === 'booked';
  const hasPassed = isDate(appointmentDate) && appointmentDate < today;

  return (
    <div className={grid.grid}>
      <TextField {...field('name')} required maxLength={textLength.name} autoComplete="off" data-autofocus />
      <TextField
        {...field('phone')}
        required
        type="tel"
        maxLength={textLength.pastedPhone}
        autoComplete="off"
        format={(typed) => formatTyped(typed, phoneCountry)}
      />
      <TextField {...field('email')} type="email" maxLength={textLength.email} autoComplete="off" />
      {shows('platform') && (
        <SelectField
          {...field('platform')}
          placeholder={t('choosePlatform')}
          data={platforms.map((platform) => ({ value: platform, label: t(`platforms.${platform}`) }))}
          clearable
        />
      )}
      <SelectField
        {...field('type')}
        placeholder={t('chooseType')}
        data={offeringTypes.map((one) => ({ value: one, label: t(`types.${one}`) }))}
        clearable
        onChoose={() => setValue('serviceOrCampaign', '', { shouldDirty: true })}
      />
      <OfferingField control={control} type={type} before={before?.serviceOrCampaign ?? null} />
      {shows('serviceCenter') && <CenterField form={form} before={before} />}
      <TextField
        {...field('vehicleNumber')}
        maxLength={40}
        autoComplete="off"
        format={(typed) => typed.trim().replace(/\s+/g, ' ').toUpperCase()}
      />
      {shows('appointmentDate') && (
        <DateField
          {...field('appointmentDate')}
          today={today}
          minDate={isBooking ? today : undefined}
          maxDate={addDays(today, farthestAppointmentDays)}
          description={hasPassed && t('dayHasPassed')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
      {shows('appointmentTime') && <TimeField {...field('appointmentTime')} />}
      {shows('notes') && (
        <TextAreaField {...field('notes')} maxLength={textLength.notes} className={grid.wide} />
      )}
    </div>
  );
}

function isDate(text: string | null | undefined): text is string {
  return calendarDate.safeParse(text).success;
}

function CenterField({ form, before }: { form: LeadForm; before?: Lead }) {
  const t = useTranslations('leads');
  const centers = useLeadCenters(before);
  const failure = failureOf(useQuery(activeCentersQuery));
  const chosen = useWatch({ control: form.control, name: 'serviceCenter' });
  const isMove = before && chosen !== before.serviceCenter._id;
  return (
    <SelectField
      control={form.control}
      name="serviceCenter"
      label={t('fields.serviceCenter')}
      description={isMove ? t('moveWhy') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('chooseCenter')}
      required
      isLoading={!centers && !failure}
      failure={centers ? undefined : failure}
      data={centers?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
    />
  );
}
