import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ImportValue, type LookupImportField, lookupImportFields } from '#contract/import-settings.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './imports.module.css';
import { useLookupChoices } from './use-known-values.ts';

// What the empty choice is called in a select, whose own '' means that nobody chose yet.
const nothing = 'nothing';

/** A text of a file and what it means without a choice, if anything; `rows`: undefined where they were not counted. */
export type ValueOfFile = {
  field: LookupImportField;
  value: string;
  rows?: number | undefined;
  to: string | null;
};

type ValueChoicesProps = {
  label: string;
  listed: readonly ValueOfFile[];
  values: readonly ImportValue[];
  onChange: (values: ImportValue[]) => void;
};

/**
 * Shows the texts of a file, once each, with a choice of what they mean, by field. For several that are ticked one choice can be made at
 * once.
 */
export function ImportValueChoices({ label, listed, values, onChange }: ValueChoicesProps) {
  const knownOf = useLookupChoices(listed.map(({ field }) => field));
  const choose = (texts: readonly ValueOfFile[], chosen: string) => {
    const others = values.filter((other) => !texts.some((one) => isSameText(one, other)));
    const to = chosen === nothing ? null : chosen;
    const added = chosen === '' ? [] : texts.map(({ field, value }) => ({ field, value, to }));
    onChange([...others, ...added]);
  };
  const fields = lookupImportFields.filter((field) => listed.some((one) => one.field === field));
  return (
    <ul className={classes.rows} aria-label={label}>
      {fields.map((field) => (
        <ValuesOfField
          key={field}
          field={field}
          texts={listed.filter((one) => one.field === field)}
          values={values}
          known={knownOf(field)}
          onChoose={choose}
        />
      ))}
    </ul>
  );
}

type ValuesOfFieldProps = {
  field: LookupImportField;
  texts: readonly ValueOfFile[];
  values: readonly ImportValue[];
  known: ReturnType<ReturnType<typeof useLookupChoices>>;
  onChoose: (texts: readonly ValueOfFile[], chosen: string) => void;
};

function ValuesOfField({ field, texts, values, known, onChoose }: ValuesOfFieldProps) {
  const t = useTranslations('imports.values');
  const name = useTranslations('imports.fields')(field);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const hasSeveral = texts.length > 1;
  const { data, isLoading, failure } = known;
  const options = { isLoading, failure, data: [...data, { value: nothing, label: t('empty') }] };
  const chosenTexts = texts.filter(({ value }) => ticked.includes(value));
  const turn = (value: string, isTicked: boolean) =>
    setTicked((all) => (isTicked ? [...all, value] : all.filter((other) => other !== value)));
  return (
    <>
      {hasSeveral && (
        <li className={`${classes.value} ${classes.several}`}>
          <span className={classes.header}>{name}</span>
          <CheckBox
            label={t('all', { count: texts.length })}
            aria-label={t('allOf', { field: name })}
            checked={chosenTexts.length === texts.length}
            onChange={({ currentTarget: { checked } }) =>
              setTicked(checked ? texts.map(({ value }) => value) : [])
            }
          />
          <Choice
            {...options}
            aria-label={t('tickedAre', { field: name })}
            placeholder={t('ticked', { count: chosenTexts.length })}
            disabled={chosenTexts.length === 0}
            value=""
            onChange={(to) => {
              onChoose(chosenTexts, to);
              setTicked([]);
            }}
          />
        </li>
      )}
      {texts.map((one) => {
        const { value, rows, to } = one;
        const chosen = values.find((other) => isSameText(one, other));
        return (
          <li key={value} className={classes.value}>
            <span className="quiet">{name}</span>
            {hasSeveral ? (
              <CheckBox
                className={classes.header}
                label={value}
                checked={ticked.includes(value)}
                onChange={({ currentTarget: { checked } }) => turn(value, checked)}
              />
            ) : (
              <span className={classes.header}>{value}</span>
            )}
            <span className={classes.examples}>{rows !== undefined && t('rows', { rows })}</span>
            <Choice
              {...options}
              aria-label={t('of', { field: name, value })}
              placeholder={t(field === 'lostReason' ? 'keep' : 'open')}
              clearable={to === null}
              value={chosen ? (chosen.to ?? nothing) : (to ?? '')}
              onChange={(choice) => onChoose([one], choice)}
            />
          </li>
        );
      })}
    </>
  );
}

type TextOfField = Pick<ImportValue, 'field' | 'value'>;

/** Tells whether two are the same text of the same field of a file. */
export function isSameText(one: TextOfField, other: TextOfField): boolean {
  return one.field === other.field && one.value === other.value;
}
