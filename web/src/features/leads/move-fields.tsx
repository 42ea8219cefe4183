import type { UseFormReturn } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { farthestAppointmentDays, textLength } from '#contract/business.ts';
import { addDays } from '#contract/dates.ts';
import { movesFrom } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { useToday } from '#web/lib/dealer.ts';
import { formatDate } from '#web/lib/format.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { TextAreaField, TextField } from '#web/ui/fields.tsx';
import grid from '#web/ui/form-grid.module.css';
import { TimeField } from '#web/ui/time-field.tsx';
import { FollowUps } from './follow-ups.tsx';
import type { MoveField, MoveFormValues, Verdict } from './move-form.ts';
import { StatusChoice } from './status-choice.tsx';

type MoveFieldsProps = {
  form: UseFormReturn<MoveFormValues>;
  lead: Lead;
  verdict: Verdict;
  isManagement: boolean;
};

const below = ['label', 'input', 'description', 'error'] as const;

/** The status to choose and the fields that it brings along; what is missing is said below its field, in red once it was left. */
export function MoveFields({ form, lead, verdict, isManagement }: MoveFieldsProps) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const text = useContractText();
  const locale = useLocale();
  const today = useToday();
  const { control, setValue, watch, getFieldState, formState } = form;
  const { status, followUpCount, nextFollowUpDate } = watch();
  const { errors } = verdict;

  const hinted = (field: MoveField, hint?: string) => {
    const message = errors[field];
    const isRed = getFieldState(field, formState).error !== undefined;
    const description = isRed ? undefined : message ? text(message) : hint;
    return { description, inputWrapperOrder: [...below] };
  };
  const set = (values: Partial<MoveFormValues>) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field as MoveField, value, { shouldDirty: true });
    }
    form.clearErrors();
  };

  const isPotentialScreen =
    lead.status === 'potential' && (status === 'potential' || status === 'lostCustomer');
  const last = lead.nextFollowUpDates.at(-1);
  const owesDate =
    status === 'potential' && (lead.status !== 'potential' || followUpCount > lead.followUpCount);
  const dates = { today, minDate: today, maxDate: addDays(today, farthestAppointmentDays) };
  const statuses = [lead.status, ...movesFrom(lead.status, isManagement)];
  const statusHint =
    statuses.length === 1
      ? t('finished')
      : lead.status !== 'lostCustomer' && status === 'lostCustomer' && followUpCount >= 3
        ? t('isLost')
        : lead.status === 'lostCustomer' && status !== 'lostCustomer'
          ? t('restarts')
          : undefined;

  return (
    <>
      <StatusChoice
        statuses={statuses}
        value={status}
        onChange={(next) => set({ status: next, followUpCount: lead.followUpCount })}
        hint={statusHint}
        error={
          errors.status &&
          t('notAllowed', { from: leads(`statuses.${lead.status}`), to: leads(`statuses.${status}`) })
        }
      />
      {isPotentialScreen && (
        <FollowUps
          lead={lead}
          made={followUpCount}
          upcoming={errors.nextFollowUpDate ? '' : nextFollowUpDate}
          isLost={status === 'lostCustomer'}
          onChange={(made, isLost) =>
            set({ followUpCount: made, status: isLost ? 'lostCustomer' : 'potential' })
          }
        />
      )}
      <div className={grid.grid}>
        {status === 'potential' && (
          <DateField
            control={control}
            name="nextFollowUpDate"
            label={t('fields.nextFollowUpDate')}
            required={owesDate}
            {...dates}
            {...hinted('nextFollowUpDate', last && t('anotherFollowUp', { date: formatDate(last, locale) }))}
          />
        )}
        {status === 'booked' && (
          <>
            <DateField
              control={control}
              name="appointmentDate"
              label={t('fields.appointmentDate')}
              required
              {...dates}
              {...hinted('appointmentDate')}
            />
            <TimeField control={control} name="appointmentTime" label={t('fields.appointmentTime')} />
          </>
        )}
        {status === 'completed' && (
          <TextField
            control={control}
            name="jobId"
            label={t('fields.jobId')}
            maxLength={textLength.name}
            autoComplete="off"
          />
        )}
        {status === 'lostCustomer' && (
          <TextAreaField
            control={control}
            name="lostReason"
            label={t('fields.lostReason')}
            required
            maxLength={textLength.notes}
            className={grid.wide}
            {...hinted('lostReason')}
          />
        )}
        <TextAreaField
          control={control}
          name="notes"
          label={t('fields.notes')}
          maxLength={textLength.notes}
          className={grid.wide}
        />
      </div>
    </>
  );
}
