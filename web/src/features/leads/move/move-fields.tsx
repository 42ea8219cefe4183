import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { maxDaysAhead, maxFollowUps, textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { type LeadStatus, leadStatuses, listAllowedStatuses } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import { toWantedPlace } from '#web/features/leads/booking/wanted-place.ts';
import type { RequestedSlot } from '#web/features/leads/record/requested-slot.ts';
import { useRequestedSlot } from '#web/features/leads/record/use-requested-slot.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { DateField, TimeField } from '#web/ui/field/date-time-fields.tsx';
import { TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import classes from './move.module.css';
import {
  countTickedWhenNotLost,
  getFollowUpSlotDates,
  getPassedAppointment,
  type LastTickedSlot,
  type MoveField,
  type MoveFormValues,
  type MoveVerdict,
  tickFollowUp,
  untickFollowUp,
} from './move-form.ts';
import { ReasonChoice, StatusChoice } from './status-choice.tsx';

type MoveFieldsProps = {
  form: UseFormReturn<MoveFormValues>;
  lead: Lead;
  verdict: MoveVerdict;
  isManagement: boolean;
  isStatusChosen: boolean;
  onBook: (slot: RequestedSlot) => void;
  nextSteps?: Partial<Record<LeadStatus, string>>;
};

const below = ['label', 'input', 'description', 'error'] as const;

/**
 * Shows the fields of a status. What is missing stands below a field, in red once the field was left.
 *
 * @param nextSteps what the statuses that can be chosen are called, if not by their names.
 */
export function MoveFields(props: MoveFieldsProps) {
  const { form, lead, verdict, isManagement, isStatusChosen, onBook, nextSteps } = props;
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const text = useContractText();
  const formats = useFormats();
  const today = useToday();
  const { control, setValue, watch, getFieldState, formState } = form;
  const field = (name: MoveField) => ({ control, name, label: t(`fields.${name}`) });
  const { status, followUpCount, nextFollowUpDate, lostReason, appointmentDate, appointmentTime } = watch();
  const { errors } = verdict;
  const last = useRef<LastTickedSlot>(undefined);
  const was = getPassedAppointment(lead, today);
  const requested = useRequestedSlot(lead);

  const hinted = (field: MoveField, { hint, always }: { hint?: string; always?: string } = {}) => {
    // What is no date says so itself, once left.
    const message = errors[field] === messages.invalidDate ? undefined : errors[field];
    const isRed = getFieldState(field, formState).error !== undefined;
    const said = isRed ? undefined : message ? text(message) : hint;
    return { description: [said, always].filter(Boolean).join(' · '), inputWrapperOrder: [...below] };
  };
  const set = (values: Partial<MoveFormValues>) => {
    for (const [field, value] of Object.entries(values)) {
      setValue(field as MoveField, value, { shouldDirty: true });
    }
    form.clearErrors();
  };

  const isPotentialScreen =
    lead.status === 'potential' && (status === 'potential' || status === 'lostCustomer');

  const chooseStatus = (next: LeadStatus) => {
    const isKept = isPotentialScreen && (next === 'potential' || next === 'lostCustomer');
    const kept =
      next === 'potential'
        ? countTickedWhenNotLost(followUpCount, last.current, lead.followUpCount)
        : followUpCount;
    set({ status: next, followUpCount: isKept ? kept : lead.followUpCount });
  };
  const tickSlot = (slot: number, isTicked: boolean) => {
    const made = isTicked ? slot : untickFollowUp(slot, last.current);
    last.current = isTicked ? tickFollowUp(followUpCount, slot).last : undefined;
    set({ followUpCount: made, status: made >= maxFollowUps ? 'lostCustomer' : 'potential' });
  };

  const lastDate = lead.nextFollowUpDates.at(-1);
  const owesDate =
    status === 'potential' && (lead.status !== 'potential' || followUpCount > lead.followUpCount);
  const dates = { today, minDate: today, maxDate: addDays(today, maxDaysAhead) };
  const statuses = nextSteps
    ? leadStatuses.filter((status) => status in nextSteps)
    : [lead.status, ...listAllowedStatuses(lead.status, isManagement)];
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
        labels={nextSteps}
        value={status}
        hasFocus={!isStatusChosen}
        onChange={chooseStatus}
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
          onTick={tickSlot}
          onLost={(isLost) => chooseStatus(isLost ? 'lostCustomer' : 'potential')}
        />
      )}
      <div className={grid.grid}>
        {status === 'potential' && (
          <DateField
            {...field('nextFollowUpDate')}
            data-autofocus={isStatusChosen || undefined}
            required={owesDate}
            {...dates}
            {...hinted('nextFollowUpDate', {
              hint:
                owesDate || !lastDate ? undefined : t('anotherFollowUp', { date: formats.date(lastDate) }),
            })}
          />
        )}
        {status === 'booked' && (
          <>
            {requested && (
              <Button
                variant="light"
                className={grid.wide}
                data-autofocus={isStatusChosen || undefined}
                onClick={() => onBook(requested.slot)}
              >
                {requested.label}
              </Button>
            )}
            <DateField
              {...field('appointmentDate')}
              data-autofocus={(isStatusChosen && !requested) || undefined}
              required
              {...dates}
              {...hinted('appointmentDate', {
                always: was && t(lead.isDayBooked ? 'wasDate' : 'askedDate', { date: formats.date(was) }),
              })}
            />
            <TimeField {...field('appointmentTime')} />
            <FreePlaces
              wanted={toWantedPlace(lead)}
              date={appointmentDate}
              time={appointmentTime}
              onChoose={({ date, time }) => set({ appointmentDate: date, appointmentTime: time })}
            />
          </>
        )}
        {status === 'completed' && (
          <TextField
            {...field('jobId')}
            data-autofocus={isStatusChosen || undefined}
            maxLength={textLength.name}
            autoComplete="off"
          />
        )}
        {status === 'lostCustomer' && (
          <>
            <ReasonChoice value={lostReason} onChoose={(lostReason) => set({ lostReason })} />
            <TextAreaField
              {...field('lostReason')}
              data-autofocus={isStatusChosen || undefined}
              required
              maxLength={textLength.notes}
              className={grid.wide}
              {...hinted('lostReason')}
            />
          </>
        )}
        <TextAreaField {...field('notes')} maxLength={textLength.notes} className={grid.wide} />
      </div>
    </>
  );
}

type FollowUpsProps = {
  lead: Lead;
  made: number;
  upcoming: string;
  isLost: boolean;
  onTick: (slot: number, isTicked: boolean) => void;
  onLost: (isLost: boolean) => void;
};

function FollowUps({ lead, made, upcoming, isLost, onTick, onLost }: FollowUpsProps) {
  const t = useTranslations('leadStatus');
  const formats = useFormats();

  return (
    <fieldset className={classes.followUps}>
      <legend className={classes.legend}>{t('followUps')}</legend>
      {getFollowUpSlotDates(lead, made, upcoming).map((date, at) => {
        const slot = at + 1;
        return (
          <CheckBox
            key={slot}
            label={date ? t('followUpOn', { slot, date: formats.date(date) }) : t('followUp', { slot })}
            checked={made >= slot}
            onChange={(event) => onTick(slot, event.currentTarget.checked)}
          />
        );
      })}
      <CheckBox
        label={t('lostCustomer')}
        checked={isLost}
        onChange={(event) => onLost(event.currentTarget.checked)}
      />
    </fieldset>
  );
}
