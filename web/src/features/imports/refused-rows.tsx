import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ImportDetail, RefusedImportRow } from '#contract/imports.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useColumnName } from './column-name.ts';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { refusedRowsQuery } from './imports.queries.ts';

/** Lists the rows that stayed out, each of which can be mended and brought in. */
export function RefusedRows({ one: { _id: id, headers, settings, refused } }: { one: ImportDetail }) {
  const t = useTranslations('imports.mend');
  const contractText = useContractText();
  const nameOf = useColumnName(headers);
  const { openDialog } = useDialogs();
  const { data } = useQuery(refusedRowsQuery(id));
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  const nameIn = ({ cells }: RefusedImportRow) =>
    (settings.columns.name ?? [])
      .map((column) => cells[column])
      .filter(Boolean)
      .join(' ');
  return (
    <ImportSection title={t('title')}>
      <ul className={classes.rows} aria-label={t('title')}>
        {rows.map((row) => (
          <li key={row.row} className={classes.refused}>
            <span className={classes.number}>{t('row', { row: row.row })}</span>
            <span className={classes.header}>{nameIn(row)}</span>
            <span className={classes.faults}>
              {row.faults.map((fault) => (
                <span key={`${fault.column} ${fault.message}`}>
                  <span className="quiet">{nameOf(fault)}:</span>{' '}
                  <span className="danger">{contractText(fault.message)}</span>
                </span>
              ))}
            </span>
            <Button
              variant="default"
              aria-label={t('openOf', { row: row.row })}
              onClick={() => openDialog('import.mendRow', `${id}.${row.row}`)}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
      {refused > rows.length && <p className="quiet">{t('more', { count: refused - rows.length })}</p>}
    </ImportSection>
  );
}
