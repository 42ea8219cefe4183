import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SetBookingOutcomeBody } from '#contract/bookings/booking-outcomes.ts';
import type { Lead } from '#contract/leads/leads.ts';
import classes from '#web/features/leads/contact/outcome-form.module.css';
import { useStepBack } from '#web/features/leads/contact/use-step-back.ts';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { type FormOutcome, type TypedOutcome, toLeadChange } from './outcomes.ts';

const nextSteps = ['followUp', 'booked', 'lost'] as const satisfies readonly FormOutcome[];

type DidNotComeFormProps = {
  lead: Lead;
  typed: TypedOutcome;
  isSaving: boolean;
  error: unknown;
  onType: (typed: Partial<TypedOutcome>) => void;
  onGive: (body: SetBookingOutcomeBody) => void;
  onBack: () => void;
};

/** Asks in the same step what comes next of a customer who did not come: a call, another date, lost, or nothing yet. */
export function DidNotComeForm(props: DidNotComeFormProps) {
  const { lead, typed, isSaving, error, onType, onGive, onBack } = props;
  const t = useTranslations('bookingOutcomes.next');
  const working = useTranslations('working');
  const [next, setNext] = useState<FormOutcome>();
  if (next)
    return (
      <OutcomeForm
        lead={lead}
        asked={next}
        typed={typed}
        isWithoutNote
        isSaving={isSaving}
        error={error}
        onType={onType}
        onGive={(given) =>
          onGive({
            outcome: 'didNotCome',
            move: toLeadChange(lead, next, given.typed),
            version: lead.version,
          })
        }
        onBack={() => setNext(undefined)}
      />
    );
  return (
    <NextSteps
      title={t('title', { name: lead.name })}
      isSaving={isSaving}
      error={error}
      back={working('back')}
      onNext={setNext}
      onLeave={() => onGive({ outcome: 'didNotCome' })}
      onBack={onBack}
    />
  );
}

type NextStepsProps = Pick<DidNotComeFormProps, 'isSaving' | 'error' | 'onBack'> & {
  title: string;
  back: string;
  onNext: (next: FormOutcome) => void;
  onLeave: () => void;
};

function NextSteps({ title, isSaving, error, back, onNext, onLeave, onBack }: NextStepsProps) {
  const t = useTranslations('bookingOutcomes.next');
  useStepBack(onBack);
  return (
    <section className={classes.ask} aria-label={title}>
      <p className={classes.title}>
        <strong>{title}</strong>
        <span className="quiet">{t('ask')}</span>
      </p>
      <div className={classes.choices}>
        {nextSteps.map((step, place) => (
          <KeyButton
            key={step}
            shortcut={String(place + 1)}
            label={t(step)}
            disabled={isSaving}
            onPress={() => onNext(step)}
          />
        ))}
        <KeyButton
          shortcut={String(nextSteps.length + 1)}
          label={t('leave')}
          disabled={isSaving}
          onPress={onLeave}
        />
      </div>
      <FormFailure error={error} />
      <div className={classes.end}>
        <Button variant="default" className={classes.button} onClick={onBack}>
          {back}
        </Button>
      </div>
    </section>
  );
}
