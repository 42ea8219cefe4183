import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './conflict-notice.module.css';
import type { Comparison } from './lead-conflict.ts';

export type Side = 'mine' | 'theirs';

export type Dispute<Values, Field extends string> = {
  theirs: Lead;
  comparison: Comparison<Field>;
  /** The form's values when the conflict arose. */
  mine: Values;
  chosen: Partial<Record<Field, Side>>;
};

type ConflictNoticeProps<Values, Field extends string> = {
  dispute: Dispute<Values, Field>;
  onChoose: (field: Field, side: Side) => void;
  nameOf: (field: Field) => string;
  writtenOf: (field: Field, side: Side, dispute: Dispute<Values, Field>) => string;
};

export function ConflictNotice<Values, Field extends string>(props: ConflictNoticeProps<Values, Field>) {
  const { dispute, onChoose, nameOf, writtenOf } = props;
  const t = useTranslations('leads');
  const { disputed, taken } = dispute.comparison;
  const { name } = dispute.theirs.lastModifiedBy;
  const formats = useFormats();
  const fields = formats.all(taken.map(nameOf));

  return (
    <Notice isAnswer tone="warning" title={t('conflictTitle', { name })}>
      <p>{t(disputed.length > 0 ? 'conflictText' : 'conflictNothing')}</p>
      {disputed.map((field) => (
        <fieldset key={field} className={classes.field}>
          <legend className={classes.legend}>{nameOf(field)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={classes.choice}>
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={dispute.chosen[field] === side}
                onChange={() => onChoose(field, side)}
              />
              <span className={classes.side}>
                {side === 'mine' ? t('conflictMine') : t('conflictTheirs', { name })}
              </span>
              <span className={classes.value}>{writtenOf(field, side, dispute) || t('emptyValue')}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && <p className={classes.taken}>{t('conflictTaken', { name, fields })}</p>}
    </Notice>
  );
}
