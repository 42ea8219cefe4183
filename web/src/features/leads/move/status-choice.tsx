import { useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { normaliseLostReason } from '#contract/leads/lost-reasons.ts';
import { useLostReasons } from '#web/lib/dealer/lost-reasons.queries.ts';
import group from '#web/ui/choice/option-group.module.css';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import classes from './move.module.css';

type StatusChoiceProps = {
  statuses: readonly LeadStatus[];
  labels?: Partial<Record<LeadStatus, string>> | undefined;
  value: LeadStatus;
  hasFocus: boolean;
  onChange: (status: LeadStatus) => void;
  error?: string;
  hint?: string;
};

/** Lets the user choose a lead's next status. `labels` replace the names of statuses. */
export function StatusChoice({
  statuses,
  labels,
  value,
  hasFocus,
  onChange,
  error,
  hint,
}: StatusChoiceProps) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  return (
    <fieldset>
      <legend className={group.legend}>{t(labels ? 'next' : 'status')}</legend>
      <div className={classes.options}>
        {statuses.map((status) => (
          <label
            key={status}
            className={`${group.option} ${classes.option}`}
            style={status === value ? { background: `var(--status-${status}-bg)` } : undefined}
          >
            <input
              type="radio"
              name="status"
              className={group.input}
              checked={status === value}
              onChange={() => onChange(status)}
              data-autofocus={(hasFocus && status === value) || undefined}
            />
            <StatusDot status={status}>{labels?.[status] ?? leads(`statuses.${status}`)}</StatusDot>
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

type ReasonChoiceProps = {
  value: string;
  onChoose: (reason: string) => void;
};

/** Offers the dealer's lost reasons, in the order of their keys on the work screen. */
export function ReasonChoice({ value, onChoose }: ReasonChoiceProps) {
  const t = useTranslations('leadStatus');
  const { offered = [] } = useLostReasons();
  const key = normaliseLostReason(value);
  const chosen = offered.find(({ kept }) => normaliseLostReason(kept) === key);
  if (offered.length === 0) return null;
  return (
    <fieldset className={grid.wide}>
      <legend className={group.legend}>{t('usualReasons')}</legend>
      <div className={classes.options}>
        {offered.map((reason) => (
          <label key={reason._id} className={`${group.option} ${classes.option}`}>
            <input
              type="radio"
              name="usualReason"
              className={group.input}
              checked={reason === chosen}
              onChange={() => onChoose(reason.kept)}
            />
            {reason.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
