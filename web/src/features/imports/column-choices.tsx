import { useTranslations } from 'use-intl';
import { getColumnLetters, type ImportField } from '#contract/import-fields.ts';
import {
  type ImportColumns,
  importFields,
  refusalReasonsColumn,
  requiredImportFields,
} from '#contract/import-settings.ts';
import type { ImportDetail } from '#contract/imports.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './imports.module.css';

const mostExamples = 3;

type ColumnChoicesProps = {
  label: string;
  /** The columns that are listed, from 0. */
  listed: readonly number[];
  file: Pick<ImportDetail, 'noun' | 'headers' | 'sample'>;
  columns: ImportColumns;
  onChange: (columns: ImportColumns) => void;
};

/** Shows the columns of a file with their first texts, and a choice of what each becomes. */
export function ImportColumnChoices({
  label,
  listed,
  file: { noun, headers, sample },
  columns,
  onChange,
}: ColumnChoicesProps) {
  const t = useTranslations('imports.map');
  const fields = useTranslations('imports.fields');
  const required: readonly ImportField[] = requiredImportFields[noun];
  const data = importFields[noun].map((field) => ({
    value: field,
    label: required.includes(field) ? t('required', { field: fields(field) }) : fields(field),
  }));
  const choose = (column: number, field: string) => {
    const others = Object.entries(columns).map(([name, at]) => [name, at.filter((one) => one !== column)]);
    const next: ImportColumns = Object.fromEntries(others);
    const chosen = importFields[noun].find((one) => one === field);
    if (chosen) next[chosen] = [...(next[chosen] ?? []), column].sort((one, other) => one - other);
    onChange(next);
  };
  return (
    <ul className={classes.rows} aria-label={label}>
      {listed
        .map((column) => ({ header: headers[column] ?? '', column }))
        .map(({ header, column }) => {
          const examples = sample.map((row) => row[column]?.trim()).filter(Boolean);
          const field = fieldOf(columns, column);
          return (
            <li key={column} className={classes.column} data-out={!field || undefined}>
              <span className={classes.letter}>{getColumnLetters(column)}</span>
              <span className={classes.header}>{header || t('noHeader')}</span>
              <span className={classes.examples}>
                {examples.slice(0, mostExamples).join(' · ') || t('noValue')}
              </span>
              <Choice
                aria-label={t('fieldOf', { column: header || getColumnLetters(column) })}
                data={data}
                placeholder={t('leaveOut')}
                clearable
                value={field ?? ''}
                onChange={(chosen) => choose(column, chosen)}
              />
            </li>
          );
        })}
    </ul>
  );
}

type MissingColumnsProps = {
  missing: readonly ImportField[];
  headers: readonly string[];
  columns: ImportColumns;
  onChange: (columns: ImportColumns) => void;
};

/** Asks which column holds each field that no row can be read without. */
export function MissingColumns({ missing, headers, columns, onChange }: MissingColumnsProps) {
  const t = useTranslations('imports.map');
  const fields = useTranslations('imports.fields');
  const data = headers.map((header, column) => ({
    value: String(column),
    label: header ? `${getColumnLetters(column)} · ${header}` : getColumnLetters(column),
  }));
  const choose = (field: ImportField, column: number) => {
    const others = Object.entries(columns).map(([name, at]) => [name, at.filter((one) => one !== column)]);
    onChange({ ...Object.fromEntries(others), [field]: [column] });
  };
  return missing.map((field) => (
    <Choice
      key={field}
      className={classes.alone}
      label={t('columnOf', { field: fields(field) })}
      placeholder={t('open')}
      data={data}
      value={String(columns[field]?.[0] ?? '')}
      onChange={(column) => choose(field, Number(column))}
    />
  ));
}

/** Returns the columns that nothing was recognised in although they hold something, and the others. */
export function splitColumns(
  { headers, sample }: Pick<ImportDetail, 'headers' | 'sample'>,
  columns: ImportColumns,
): { unrecognised: number[]; recognised: number[] } {
  const all = headers.map((_, column) => column);
  const isUnrecognised = (column: number) =>
    fieldOf(columns, column) === undefined &&
    headers[column] !== refusalReasonsColumn &&
    sample.some((row) => row[column]?.trim());
  return {
    unrecognised: all.filter(isUnrecognised),
    recognised: all.filter((column) => !isUnrecognised(column)),
  };
}

function fieldOf(columns: ImportColumns, column: number): string | undefined {
  return Object.entries(columns).find(([, at]) => at.includes(column))?.[0];
}
