import { useTranslations } from 'use-intl';
import { lostReasonKey } from '#contract/leads/lost-reasons.ts';
import { useLostReasons } from '#web/lib/session/lost-reasons.ts';
import group from '#web/ui/choice/option-group.module.css';
import grid from '#web/ui/form/form-grid.module.css';
import classes from './status-choice.module.css';

type ReasonChoiceProps = {
  /** The lead's reason, of the dealer's list or not. */
  value: string;
  onChoose: (reason: string) => void;
};

/** The dealer's lost reasons, in the order of their keys on the work screen. */
export function ReasonChoice({ value, onChoose }: ReasonChoiceProps) {
  const t = useTranslations('leadStatus');
  const { offered = [] } = useLostReasons();
  const key = lostReasonKey(value);
  const chosen = offered.find(({ kept }) => lostReasonKey(kept) === key);
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
