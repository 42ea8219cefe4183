import { useTranslations } from 'use-intl';
import { type ImportCheck, type ImportValue, lookupImportFields } from '#contract/import-settings.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './imports.module.css';
import { useLookupChoices } from './use-known-values.ts';

// What the empty choice is called in a select, whose own '' means that nobody chose yet.
const nothing = 'nothing';

type ValueChoicesProps = {
  unknown: ImportCheck['values'];
  values: readonly ImportValue[];
  onChange: (values: ImportValue[]) => void;
};

/** Texts of a file that name nothing the dealer has, once each, with a choice of what they mean. */
export function ImportValueChoices({ unknown, values, onChange }: ValueChoicesProps) {
  const t = useTranslations('imports.values');
  const fields = useTranslations('imports.fields');
  const knownOf = useLookupChoices(unknown.map(({ field }) => field));
  const isOf = (one: Pick<ImportValue, 'field' | 'value'>) => (other: Pick<ImportValue, 'field' | 'value'>) =>
    one.field === other.field && one.value === other.value;
  const choose = (one: Pick<ImportValue, 'field' | 'value'>, chosen: string) => {
    const others = values.filter((other) => !isOf(one)(other));
    const { field, value } = one;
    onChange(chosen === '' ? others : [...others, { field, value, to: chosen === nothing ? null : chosen }]);
  };
  const byField = lookupImportFields.flatMap((field) => unknown.filter((one) => one.field === field));
  return (
    <ul className={classes.rows} aria-label={t('title')}>
      {byField.map((one) => {
        const chosen = values.find(isOf(one));
        const { data, isLoading, failure } = knownOf(one.field);
        return (
          <li key={`${one.field} ${one.value}`} className={classes.value}>
            <span className="quiet">{fields(one.field)}</span>
            <span className={classes.header}>{one.value}</span>
            <span className={classes.examples}>{t('rows', { rows: one.rows })}</span>
            <Choice
              aria-label={t('of', { field: fields(one.field), value: one.value })}
              isLoading={isLoading}
              failure={failure}
              placeholder={t(one.field === 'lostReason' ? 'keep' : 'open')}
              clearable
              data={[...data, { value: nothing, label: t('empty') }]}
              value={chosen ? (chosen.to ?? nothing) : ''}
              onChange={(to) => choose(one, to)}
            />
          </li>
        );
      })}
    </ul>
  );
}
