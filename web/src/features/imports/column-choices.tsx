import { useTranslations } from 'use-intl';
import { columnLetter, type ImportField } from '#contract/import-fields.ts';
import { type ImportColumns, importFields, requiredImportFields } from '#contract/import-settings.ts';
import type { ImportDetail } from '#contract/imports.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './imports.module.css';

const mostExamples = 3;

type ColumnChoicesProps = {
  file: Pick<ImportDetail, 'noun' | 'headers' | 'sample'>;
  columns: ImportColumns;
  onChange: (columns: ImportColumns) => void;
};

/** Each column of a file with its first texts, and a choice of what it becomes. */
export function ImportColumnChoices({
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
    <ul className={classes.rows} aria-label={t('title')}>
      {headers
        .map((header, column) => ({ header, column }))
        .map(({ header, column }) => {
          const examples = sample.map((row) => row[column]?.trim()).filter(Boolean);
          const field = fieldOf(columns, column);
          return (
            <li key={column} className={classes.column} data-out={!field || undefined}>
              <span className={classes.letter}>{columnLetter(column)}</span>
              <span className={classes.header}>{header || t('noHeader')}</span>
              <span className={classes.examples}>
                {examples.slice(0, mostExamples).join(' · ') || t('noValue')}
              </span>
              <Choice
                aria-label={t('fieldOf', { column: header || columnLetter(column) })}
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

function fieldOf(columns: ImportColumns, column: number): string | undefined {
  return Object.entries(columns).find(([, at]) => at.includes(column))?.[0];
}
