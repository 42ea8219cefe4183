import { useLocale, useTranslations } from 'use-intl';
import { Notice } from '#web/ui/notice.tsx';
import classes from './conflict-notice.module.css';
import type { Comparison } from './lead-conflict.ts';

export type Side = 'mine' | 'theirs';

type ConflictNoticeProps<Field extends string> = {
  /** Who was first. */
  by: string;
  comparison: Comparison<Field>;
  chosen: Partial<Record<Field, Side>>;
  onChoose: (field: Field, side: Side) => void;
  /** A field's name, and its value on either side, as people read them. */
  nameOf: (field: Field) => string;
  writtenOf: (field: Field, side: Side) => string;
};

/** Says who changed the lead in between and lets the person choose, field by field, what shall stand. */
export function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
  const { by: name, comparison, chosen, onChoose, nameOf, writtenOf } = props;
  const t = useTranslations('leads');
  const { disputed, taken } = comparison;
  const fields = new Intl.ListFormat(useLocale()).format(taken.map(nameOf));

  return (
    <Notice tone="warning" title={t('conflictTitle', { name })}>
      <p>{t(disputed.length > 0 ? 'conflictText' : 'conflictNothing')}</p>
      {disputed.map((field) => (
        <fieldset key={field} className={classes.field}>
          <legend className={classes.legend}>{nameOf(field)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={classes.choice}>
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={chosen[field] === side}
                onChange={() => onChoose(field, side)}
              />
              <span className={classes.side}>
                {side === 'mine' ? t('conflictMine') : t('conflictTheirs', { name })}
              </span>
              <span className={classes.value}>{writtenOf(field, side) || t('emptyValue')}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && <p className={classes.taken}>{t('conflictTaken', { name, fields })}</p>}
    </Notice>
  );
}
