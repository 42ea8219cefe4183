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

/** Says which of a file's first rows holds the headers, lets another one, or none, be it, and shows what stands above. */
export function HeaderRowChoice({ top, headerRow, isDisabled, onChange }: HeaderRowProps) {
  const t = useTranslations('imports.headers');
  const above = top.filter(({ row }) => row < headerRow);
  if (top.length === 0) return null;
  return (
    <div className={classes.headers}>
      <Choice
        className={classes.headerRow}
        label={t('label')}
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
      {above.length > 0 && (
        <ul className={classes.rows} aria-label={t('above')}>
          {above.map(({ row, cells }) => (
            <li key={row} className={classes.top}>
              <span className={classes.number}>{t('row', { row })}</span>
              <span className={classes.examples}>{textOf(cells)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function textOf(cells: readonly string[]): string {
  return cells.join(' · ');
}
