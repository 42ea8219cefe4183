import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { farthestAppointmentDays, textLength } from '#contract/business.ts';
import { addDays } from '#contract/dates.ts';
import { type Lead, platforms } from '#contract/leads.ts';
import { offeringTypes } from '#contract/offerings.ts';
import { activeCentersQuery } from '#web/lib/choices.ts';
import { useDealer, useToday } from '#web/lib/dealer.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import grid from '#web/ui/form-grid.module.css';
import { TimeField } from '#web/ui/time-field.tsx';
import type { LeadFormInput, LeadFormOutput } from './lead-form.ts';
import { OfferingField } from './offering-field.tsx';

export type LeadForm = UseFormReturn<LeadFormInput, unknown, LeadFormOutput>;

/** The fields of a lead, for adding and updating alike. `before` keeps choices offered that are no longer open to others. */
export function LeadFields({ form, before }: { form: LeadForm; before?: Lead }) {
  const t = useTranslations('leads');
  const { control, setValue } = form;
  const { phoneCountry } = useDealer();
  const today = useToday();
  const type = useWatch({ control, name: 'type' });

  const formatTyped = async (typed: string) => {
    const { formatPhone } = await import('#contract/phone.ts');
    return formatPhone(typed, phoneCountry);
  };

  return (
    <div className={grid.grid}>
      <TextField
        control={control}
        name="name"
        label={t('fields.name')}
        required
        maxLength={textLength.name}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        control={control}
        name="phone"
        label={t('fields.phone')}
        required
        type="tel"
        maxLength={textLength.phone}
        autoComplete="off"
        format={formatTyped}
      />
      <TextField
        control={control}
        name="email"
        label={t('fields.email')}
        type="email"
        maxLength={textLength.email}
        autoComplete="off"
      />
      <SelectField
        control={control}
        name="platform"
        label={t('fields.platform')}
        placeholder={t('choosePlatform')}
        data={platforms.map((platform) => ({ value: platform, label: t(`platforms.${platform}`) }))}
        clearable
      />
      <SelectField
        control={control}
        name="type"
        label={t('fields.type')}
        placeholder={t('chooseType')}
        data={offeringTypes.map((one) => ({ value: one, label: t(`types.${one}`) }))}
        clearable
        onChoose={() => setValue('serviceOrCampaign', '', { shouldDirty: true })}
      />
      <OfferingField control={control} type={type} before={before?.serviceOrCampaign ?? null} />
      <CenterField form={form} before={before} />
      <TextField
        control={control}
        name="vehicleNumber"
        label={t('fields.vehicleNumber')}
        maxLength={40}
        autoComplete="off"
        format={(typed) => typed.trim().replace(/\s+/g, ' ').toUpperCase()}
      />
      <DateField
        control={control}
        name="appointmentDate"
        label={t('fields.appointmentDate')}
        today={today}
        minDate={today}
        maxDate={addDays(today, farthestAppointmentDays)}
      />
      <TimeField control={control} name="appointmentTime" label={t('fields.appointmentTime')} />
      <TextAreaField
        control={control}
        name="notes"
        label={t('fields.notes')}
        maxLength={textLength.notes}
        className={grid.wide}
      />
    </div>
  );
}

function CenterField({ form, before }: { form: LeadForm; before?: Lead }) {
  const t = useTranslations('leads');
  const { data } = useQuery(activeCentersQuery);
  const active = data?.serviceCenters ?? [];
  const isGone = data && before && !active.some(({ _id }) => _id === before.serviceCenter._id);
  const centers = isGone || (!data && before) ? [...active, before.serviceCenter] : active;
  return (
    <SelectField
      control={form.control}
      name="serviceCenter"
      label={t('fields.serviceCenter')}
      placeholder={t('chooseCenter')}
      required
      data={centers.map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  );
}
