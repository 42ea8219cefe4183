import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { maxDaysAhead, textLength } from '#contract/business.ts';
import { type Lead, platforms } from '#contract/leads/leads.ts';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { addDays, calendarDate } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import {
  type LeadInputField,
  leadFields,
  leadInputFields,
  useLeadInputName,
} from '#web/features/leads/record/lead-fields.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import type { LeadFormInput, LeadFormOutput } from './lead-form.ts';

/** The form of a new or edited lead, as React Hook Form has it. */
export type LeadForm = UseFormReturn<LeadFormInput, unknown, LeadFormOutput>;

type LeadInputsProps = {
  form: LeadForm;
  before?: Lead;
  inputs?: readonly LeadInputField[];
  afterPhone?: ReactNode;
  // Which is focused instead of the first.
  focused?: LeadInputField;
};

/** Shows the inputs of a lead's form in their order. `inputs`: only these; `afterPhone`: what stands below the phone. */
export function LeadInputs(props: LeadInputsProps) {
  const { form, before, inputs = leadInputFields, afterPhone } = props;
  const inputName = useLeadInputName();
  const { control } = form;
  const shown = leadInputFields.filter((name) => inputs.includes(name));
  const { focused = shown[0] } = props;
  return (
    <div className={grid.grid}>
      {shown.map((name) => {
        const { line } = leadFields[name].input;
        const isFocused = name === focused || undefined;
        const field = { control, name, label: inputName(name), 'data-autofocus': isFocused };
        const Own = own[name];
        return line ? (
          <TextField key={name} {...field} {...line} autoComplete="off" />
        ) : (
          Own && (
            <Fragment key={name}>
              <Own form={form} before={before} field={field} />
              {name === 'phone' && afterPhone}
            </Fragment>
          )
        );
      })}
    </div>
  );
}

type OwnProps = Pick<LeadInputsProps, 'form' | 'before'> & {
  field: {
    control: LeadForm['control'];
    name: LeadInputField;
    label: string;
    'data-autofocus': true | undefined;
  };
};

const below = ['label', 'input', 'description', 'error'] as const;

const own: { readonly [Name in LeadInputField]?: (props: OwnProps) => ReactNode } = {
  phone: PhoneInput,
  platform: PlatformInput,
  serviceOrCampaign: OfferingInputs,
  serviceCenter: CenterInput,
  appointmentDate: DayInput,
  appointmentTime: HourInput,
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
      format={(typed) => formatTypedPhone(typed, phoneCountry)}
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
  const failure = toChoicesFailure(useQuery(endpointQuery(listActiveServiceCenters)));
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
      maxDate={addDays(today, maxDaysAhead)}
      description={hasPassed && t('dayHasPassed')}
      inputWrapperOrder={[...below]}
    />
  );
}

function HourInput({ form, before, field }: OwnProps) {
  const { control, setValue } = form;
  const today = useToday();
  const names = ['serviceCenter', 'serviceOrCampaign', 'appointmentDate', 'appointmentTime'] as const;
  const [serviceCenter, offering, date, time] = useWatch({ control, name: names });
  const isDay = calendarDate.safeParse(date).success && Boolean(date && date >= today);
  const choose = (place: { date: string; time: string }) => {
    const isJudged = { shouldDirty: true, shouldValidate: true };
    setValue('appointmentDate', place.date, isJudged);
    setValue('appointmentTime', place.time, isJudged);
  };
  return (
    <>
      <TimeField {...field} />
      {serviceCenter && (
        <FreePlaces
          isShown={isDay}
          wanted={{ serviceCenter, offering: offering || undefined, lead: before?._id }}
          date={date ?? ''}
          time={time ?? ''}
          onChoose={choose}
        />
      )}
    </>
  );
}

/**
 * @param before the lead being edited; its center stays available, last and marked if it is switched off.
 * @returns the active centers that the employee may add leads for; undefined: loading.
 */
export function useLeadCenters(before?: Lead): { _id: string; name: string }[] | undefined {
  const t = useTranslations('ui');
  const employee = useSession();
  const { data } = useQuery(endpointQuery(listActiveServiceCenters));
  const own = employee?.level === 'service' ? employee.serviceCenter.map(({ _id }) => _id) : undefined;
  const centers = data?.serviceCenters.filter(({ _id }) => !own || own.includes(_id));
  if (!before) return centers;
  const { _id, name } = before.serviceCenter;
  if (!centers) return [{ _id, name }];
  const isIn = (some: readonly { _id: string }[] | undefined) => some?.some((center) => center._id === _id);
  if (isIn(centers)) return centers;
  return [...centers, { _id, name: isIn(data?.serviceCenters) ? name : t('switchedOff', { name }) }];
}

type OfferingFieldProps = {
  control: Control<LeadFormInput, unknown, LeadFormOutput>;
  type: LeadFormInput['type'];
  before: Lead['serviceOrCampaign'];
};

function OfferingField({ control, type, before }: OfferingFieldProps) {
  const t = useTranslations('leads');
  const isChosen = type !== '';
  const query = useQuery({
    ...endpointQuery(listOfferingsByType, { query: { type: isChosen ? type : 'service' } }),
    enabled: isChosen,
  });
  const { data, isLoading } = query;
  const offered = isChosen ? (data ?? []) : [];
  const isGone = before?.type === type && !offered.some(({ _id }) => _id === before._id);
  const choices = isGone ? [...offered, before] : offered;
  const hint = () => {
    if (!isChosen) return t('offeringFirst');
    return data && choices.length === 0 ? t('nothingOffered') : t(`chooseOffering.${type}`);
  };
  return (
    <SelectField
      control={control}
      name="serviceOrCampaign"
      label={t(isChosen ? `types.${type}` : 'inputs.serviceOrCampaign')}
      placeholder={hint()}
      data={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
      disabled={!isChosen}
      isLoading={isLoading}
      failure={isChosen ? toChoicesFailure(query) : undefined}
      clearable
    />
  );
}
