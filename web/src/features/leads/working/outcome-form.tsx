import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { maxDaysAhead, textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { maxReminderDays } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { maxOfferedLostReasons } from '#contract/leads/lost-reasons.ts';
import { isManagement } from '#contract/levels.ts';
import { addDays, timeOfDay } from '#contract/text/dates.ts';
import { FreePlaces } from '#web/features/leads/booking/free-places.tsx';
import { toWantedPlace } from '#web/features/leads/booking/wanted-place.ts';
import classes from '#web/features/leads/contact/outcome-form.module.css';
import { getTryAgainTime, tryAgainChoices } from '#web/features/leads/contact/try-again.ts';
import { useStepBack } from '#web/features/leads/contact/use-step-back.ts';
import { useFormatSlot, useRequestedSlot } from '#web/features/leads/record/use-requested-slot.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useLostReasons } from '#web/lib/dealer/lost-reasons.queries.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { DateInput } from '#web/ui/field/date-input.tsx';
import { TimeInput } from '#web/ui/field/date-time-fields.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import {
  type FollowUpChoice,
  type FormOutcome,
  findMoveError,
  followUpChoicesInDays,
  isAttemptOutcome,
  isCalendarDate,
  isLastFollowUp,
  isReschedule,
  type TypedOutcome,
  toLeadChange,
  toReminderTime,
} from './outcomes.ts';

/** The typed form of an outcome; `again`: a moment that was chosen for the next attempt. */
export type OutcomeInput = { typed: TypedOutcome; again?: Date };

type OutcomeFormProps = {
  lead: Lead;
  asked: FormOutcome;
  typed: TypedOutcome;
  isWithoutNote?: boolean;
  isSaving: boolean;
  error: unknown;
  onType: (typed: Partial<TypedOutcome>) => void;
  onGive: (given: OutcomeInput) => void;
  onBack: () => void;
};

/** Asks what only a person knows: a moment, day, job ID or reason. The usual ones take one key. */
export function OutcomeForm(props: OutcomeFormProps) {
  const { lead, asked, typed, isWithoutNote, isSaving, error, onType, onGive, onBack } = props;
  const t = useTranslations('working');
  const ui = useTranslations('ui');
  const isPhone = useIsPhone();
  const fields = useRef<HTMLDivElement>(null);
  const toFault = (name: 'date' | 'time' | 'text') =>
    fields.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const { fault, timeFault, give } = useOutcomeSubmit(props, toFault);
  const isLost = asked === 'lost' || (asked === 'followUp' && isLastFollowUp(lead));
  const isDay = !isLost && (asked === 'followUp' || isAttemptOutcome(asked));
  const name = isReschedule(lead, asked) ? 'reschedule' : asked;
  const requested = useRequestedSlot(lead);
  const slotText = useFormatSlot();
  const { appointmentDate, appointmentTime } = lead;
  const question =
    name === 'reschedule' && appointmentDate
      ? t('toWhen', { when: slotText({ date: appointmentDate, time: appointmentTime }) })
      : t(`asks.${asked}`);
  const offered = asked === 'booked' ? requested : undefined;

  const [isOwnWanted, setOwnWanted] = useState(`${typed.date}${typed.time}${typed.text}` !== '');
  useStepBack(onBack);
  const isUnchanged =
    isReschedule(lead, asked) &&
    typed.date === lead.appointmentDate &&
    typed.time === (lead.appointmentTime ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnchanged) give(typed);
  };
  const { reasons, isPending } = useSteadyReasons();
  const hasChoices = isDay || offered !== undefined || (isLost && (isPending || reasons.length > 0));
  const isOwn = !hasChoices || isOwnWanted;
  const own = (shortcut: string, label: string) =>
    !isOwn && (
      <KeyButton shortcut={shortcut} label={label} disabled={isSaving} onPress={() => setOwnWanted(true)} />
    );
  return (
    <form noValidate className={classes.ask} onSubmit={submit} aria-label={t(`outcomes.${name}`)}>
      <p className={classes.title}>
        <strong>{t(`outcomes.${name}`)}</strong>
        <span className="quiet">{isLost && asked === 'followUp' ? t('lastFollowUp') : question}</span>
      </p>
      <div className={classes.choices}>
        {isAttemptOutcome(asked) && (
          <Moments isSaving={isSaving} onGive={(again) => onGive({ typed, again })} />
        )}
        {isDay && asked === 'followUp' && (
          <Days isSaving={isSaving} onGive={(date) => give({ ...typed, date })} />
        )}
        {isLost &&
          reasons.map(({ _id, label, kept }, place) => (
            <KeyButton
              key={_id}
              shortcut={String((place + 1) % maxOfferedLostReasons)}
              label={label}
              disabled={isSaving}
              onPress={() => give({ ...typed, text: kept })}
            />
          ))}
        {offered && (
          <KeyButton
            shortcut="1"
            label={offered.label}
            disabled={isSaving}
            onPress={() => give({ ...typed, date: offered.slot.date, time: offered.slot.time ?? '' })}
          />
        )}
        {isDay && own('5', t('otherDay'))}
        {offered && own('2', t('otherDay'))}
        {isLost && own('r', t('otherReason'))}
      </div>
      <div ref={fields} className={classes.fields}>
        {isOwn && (isDay || asked === 'booked') && <Day {...{ asked, typed, fault, timeFault, onType }} />}
        {isOwn && asked === 'booked' && (
          <FreePlaces
            wanted={toWantedPlace(lead)}
            date={typed.date}
            time={typed.time}
            onChoose={(place) => onType(place)}
          />
        )}
        {isOwn && (isLost || asked === 'completed') && (
          <TextInput
            name="text"
            label={t(isLost ? 'reason' : 'jobId')}
            maxLength={isLost ? textLength.notes : textLength.name}
            autoComplete="off"
            autoFocus
            value={typed.text}
            error={fault}
            onChange={(event) => onType({ text: event.currentTarget.value })}
            className={classes.wide}
          />
        )}
        {!isWithoutNote && (
          <TextInput
            {...(isPhone ? { 'aria-label': t('note'), placeholder: t('note') } : { label: t('note') })}
            maxLength={textLength.notes}
            autoComplete="off"
            value={typed.note}
            onChange={(event) => onType({ note: event.currentTarget.value })}
            className={classes.wide}
          />
        )}
      </div>
      <FormFailure error={error} />
      <div className={classes.end}>
        <Button variant="default" className={classes.button} onClick={onBack}>
          {t('back')}
        </Button>
        {isOwn && (
          <Button type="submit" className={classes.button} loading={isSaving} disabled={isUnchanged}>
            {ui('save')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useOutcomeSubmit(
  { lead, asked, onGive }: OutcomeFormProps,
  toFault: (name: 'date' | 'time' | 'text') => void,
) {
  const text = useContractText();
  const today = useToday();
  const { timeZone } = useDealer();
  const level = useSession()?.level;
  const [fault, setFault] = useState<string>();
  const [timeFault, setTimeFault] = useState<string>();

  const refuse = (message: string) => {
    setFault(message);
    toFault(asked === 'booked' || asked === 'followUp' || isAttemptOutcome(asked) ? 'date' : 'text');
  };
  const give = (typed: TypedOutcome) => {
    const { date, time } = typed;
    const isTime = time === '' || timeOfDay.safeParse(time).success;
    setFault(undefined);
    setTimeFault(isTime ? undefined : messages.invalidTime);
    if (date && !isCalendarDate(date)) return refuse(messages.invalidDate);
    if (!isTime) return toFault('time');
    if (isAttemptOutcome(asked)) {
      if (!date) return refuse(messages.required);
      const again = toReminderTime(date, time, serverClock.now(), timeZone);
      if (again <= serverClock.now()) return refuse(messages.reminderInPast);
      return onGive({ typed, again });
    }
    const move = toLeadChange(lead, asked, typed);
    const found =
      move && findMoveError(lead, move, { today, isManagement: level !== undefined && isManagement(level) });
    if (found) return refuse(found);
    onGive({ typed });
  };
  return { fault: fault && text(fault), timeFault: timeFault && text(timeFault), give };
}

type ChoicesProps<Value> = { isSaving: boolean; onGive: (value: Value) => void };

function Moments({ isSaving, onGive }: ChoicesProps<Date>) {
  const t = useTranslations('working');
  const { timeZone } = useDealer();
  return (
    <>
      {tryAgainChoices.map((choice, place) => {
        const at = getTryAgainTime(choice, serverClock.now(), timeZone);
        return (
          <KeyButton
            key={choice}
            shortcut={String(place + 1)}
            label={t(`again.${choice}`)}
            disabled={isSaving || at === undefined}
            onPress={() => at && onGive(at)}
          />
        );
      })}
    </>
  );
}

function Days({ isSaving, onGive }: ChoicesProps<string>) {
  const t = useTranslations('working');
  const today = useToday();
  return (
    <>
      {(Object.keys(followUpChoicesInDays) as FollowUpChoice[]).map((name, place) => (
        <KeyButton
          key={name}
          shortcut={String(place + 1)}
          label={t(`days.${name}`)}
          disabled={isSaving}
          onPress={() => onGive(addDays(today, followUpChoicesInDays[name]))}
        />
      ))}
    </>
  );
}

function useSteadyReasons() {
  const { offered, isPending } = useLostReasons();
  const [shown, setShown] = useState(offered);
  if (!shown && offered) setShown(offered);
  return { reasons: shown ?? [], isPending };
}

type DayProps = {
  asked: FormOutcome;
  typed: TypedOutcome;
  fault: string | undefined;
  timeFault: string | undefined;
  onType: (typed: Partial<TypedOutcome>) => void;
};

function Day({ asked, typed, fault, timeFault, onType }: DayProps) {
  const t = useTranslations('working');
  const today = useToday();
  // Whose keyboard would cover the free places.
  const isPhone = useIsPhone();
  return (
    <>
      <DateInput
        name="date"
        label={t('date')}
        today={today}
        minDate={today}
        maxDate={addDays(today, isAttemptOutcome(asked) ? maxReminderDays : maxDaysAhead)}
        value={typed.date}
        error={fault}
        autoFocus={!(isPhone && asked === 'booked')}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(date) => onType({ date })}
      />
      {asked !== 'followUp' && (
        <TimeInput
          name="time"
          label={t('time')}
          value={typed.time}
          error={timeFault}
          onChange={(time) => onType({ time })}
        />
      )}
    </>
  );
}
