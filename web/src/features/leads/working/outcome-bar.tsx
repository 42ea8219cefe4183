import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { KeyButton } from './key-button.tsx';
import classes from './outcome-bar.module.css';
import { type Asked, type Outcome, outcomeKeys } from './outcomes.ts';

type OutcomeBarProps = {
  lead: Lead;
  isSaving: boolean;
  error: unknown;
  onAsk: (asked: Asked) => void;
  /** Outcomes that need no more. */
  onGive: (outcome: Exclude<Outcome, Asked>) => void;
};

export function OutcomeBar(props: OutcomeBarProps) {
  const { lead, isSaving, error, onAsk, onGive } = props;
  const t = useTranslations('working');
  const outcomes = (Object.keys(outcomeKeys) as Outcome[]).filter(
    (outcome) => outcome !== 'reminded' || lead.status === 'booked',
  );
  const press = (outcome: Outcome) =>
    outcome === 'wrongNumber' || outcome === 'reminded' ? onGive(outcome) : onAsk(outcome);
  return (
    <div className={classes.bar}>
      <FormFailure error={error} />
      <fieldset className={classes.outcomes}>
        <legend className="visually-hidden">{t('outcome')}</legend>
        {outcomes.map((outcome) => (
          <KeyButton
            key={outcome}
            shortcut={outcomeKeys[outcome]}
            label={t(`outcomes.${outcome}`)}
            disabled={isSaving}
            onPress={() => press(outcome)}
          />
        ))}
      </fieldset>
    </div>
  );
}
