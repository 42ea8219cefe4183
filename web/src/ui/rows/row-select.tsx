import { useTranslations } from 'use-intl';
import classes from './row-select.module.css';
import type { RowSelection } from './row-selection.ts';

type RowSelectProps<Row> = { row: Row; selection: RowSelection<Row> };

/** Chooses a row; with Shift, all from the last one chosen. */
export function RowSelect<Row extends { _id: string }>({ row, selection }: RowSelectProps<Row>) {
  const t = useTranslations('ui');
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        data-row-select=""
        aria-label={t('selectRow', { name: selection.nameOf(row) })}
        checked={selection.has(row._id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** Chooses the rows on screen. */
export function PageSelect<Row>({ selection }: { selection: RowSelection<Row> }) {
  const t = useTranslations('ui');
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = selection.page === 'some';
        }}
        aria-label={t('selectPage')}
        checked={selection.page === 'all'}
        onChange={selection.togglePage}
      />
    </label>
  );
}
