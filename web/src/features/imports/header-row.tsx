import { useTranslations } from 'use-intl';
import type { ImportDetail } from '#contract/imports.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './imports.module.css';

type HeaderRowProps = {
  top: ImportDetail['top'];
  /** The number of the row that holds the headers, or will; 0: none does. */
  headerRow: number;
  isDisabled: boolean;
  onChange: (headerRow: number) => void;
};

/** Shows a file's first rows down to its headers, and lets another of them, or none, be the headers. */
export function HeaderRowChoice({ top, headerRow, isDisabled, onChange }: HeaderRowProps) {
  const t = useTranslations('imports.headers');
  const shown = top.filter(({ row }) => row <= headerRow);
  if (top.length === 0) return null;
  return (
    <>
      <Choice
        className={classes.alone}
        label={t('label')}
        description={t('why')}
        disabled={isDisabled}
        data={[
          ...top.map(({ row, cells }) => ({
            value: String(row),
            label: t('option', { row, text: textOf(cells) }),
          })),
          { value: '0', label: t('none') },
        ]}
        value={String(headerRow)}
        onChange={(row) => onChange(Number(row))}
      />
      {shown.length > 1 && (
        <ul className={classes.rows} aria-label={t('above')}>
          {shown.map(({ row, cells }) => (
            <li key={row} className={classes.top}>
              <span className={classes.number}>{t('row', { row })}</span>
              <span className={row === headerRow ? classes.header : classes.examples}>{textOf(cells)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function textOf(cells: readonly string[]): string {
  return cells.join(' · ');
}
