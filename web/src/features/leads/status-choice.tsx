import { useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/lead-status.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import classes from './status-choice.module.css';

type StatusChoiceProps = {
  /** The status that the lead has, and those that it may move to. */
  statuses: readonly LeadStatus[];
  value: LeadStatus;
  onChange: (status: LeadStatus) => void;
  /** What stands below: why the choice is not possible, or what there is to know about it. */
  error?: string;
  hint?: string;
};

/** The statuses that a lead can have after the change, all in sight. Arrow keys move between them. */
export function StatusChoice({ statuses, value, onChange, error, hint }: StatusChoiceProps) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('status')}</legend>
      <div className={classes.options}>
        {statuses.map((status) => (
          <label
            key={status}
            className={classes.option}
            style={status === value ? { background: `var(--status-${status}-bg)` } : undefined}
          >
            <input
              type="radio"
              name="status"
              className={classes.input}
              checked={status === value}
              onChange={() => onChange(status)}
              data-autofocus={status === value || undefined}
            />
            <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
          </label>
        ))}
      </div>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        hint && <p className={classes.hint}>{hint}</p>
      )}
    </fieldset>
  );
}
