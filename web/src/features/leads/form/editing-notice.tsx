import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { session } from '#web/lib/session/session.ts';
import { InlineNotice, Notice } from '#web/ui/feedback/notice.tsx';
import classes from './editing-notice.module.css';
import type { EditComparison } from './lead-conflict.ts';

type EditingNoticeProps<Values, Field extends string> = Omit<
  ComponentProps<typeof ConflictNotice<Values, Field>>,
  'dispute'
> & { byOther?: RemoteChange<Field>; dispute?: EditConflict<Values, Field> };

/** Says in a form of a lead what others changed meanwhile, and asks about each field that both changed. */
export function EditingNotice<Values, Field extends string>(props: EditingNoticeProps<Values, Field>) {
  const { byOther: found, dispute, ...rest } = props;
  const byOther = useStableWhilePressed(found);
  return (
    <>
      {byOther && <ChangedByOther change={byOther} nameOf={rest.nameOf} />}
      {dispute && <ConflictNotice dispute={dispute} {...rest} />}
    </>
  );
}

/** A change by somebody else that an open form has taken over. */
export type RemoteChange<Field extends string> = { by: string; fields: Field[] };

/** @returns others' change in a newer version; undefined for one's own and for fields not in the form. */
export function findRemoteChange<Field extends string>(
  lead: Lead,
  { mergedFields: taken }: EditComparison<Field>,
): RemoteChange<Field> | undefined {
  const { _id, name } = lead.lastModifiedBy;
  return taken.length === 0 || _id === session.get()?._id ? undefined : { by: name, fields: taken };
}

function ChangedByOther<Field extends string>(props: {
  change: RemoteChange<Field>;
  nameOf: (field: Field) => string;
}) {
  const { change, nameOf } = props;
  const t = useTranslations('ui');
  const formats = useFormats();
  const fields = formats.all(change.fields.map(nameOf));
  return <InlineNotice>{t('changedByOther', { name: change.by, fields })}</InlineNotice>;
}

/** The side whose value is kept of a field that both changed. */
export type ConflictSide = 'mine' | 'theirs';

/** A conflict that the user has to resolve: the lead as it is now, their own values, and which side they chose per field. */
export type EditConflict<Values, Field extends string> = {
  theirs: Lead;
  comparison: EditComparison<Field>;
  mine: Values;
  chosen: Partial<Record<Field, ConflictSide>>;
};

type ConflictNoticeProps<Values, Field extends string> = {
  dispute: EditConflict<Values, Field>;
  onChoose: (field: Field, side: ConflictSide) => void;
  nameOf: (field: Field) => string;
  writtenOf: (field: Field, side: ConflictSide, dispute: EditConflict<Values, Field>) => string;
};

function ConflictNotice<Values, Field extends string>(props: ConflictNoticeProps<Values, Field>) {
  const { dispute, onChoose, nameOf, writtenOf } = props;
  const t = useTranslations('leads');
  const { conflictingFields: disputed, mergedFields: taken } = dispute.comparison;
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
