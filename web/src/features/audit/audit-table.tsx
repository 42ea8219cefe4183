import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { pageSize } from '#contract/business.ts';
import { useDealer } from '#web/lib/dealer.ts';
import { formatMoment } from '#web/lib/format.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import classes from './audit-table.module.css';
import { useAuditSentence } from './use-audit-sentence.tsx';

type AuditTableProps = {
  /** Undefined while the first page loads. */
  entries: AuditEntry[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
};

/** Entries of the audit log, each a sentence. */
export function AuditTable({ entries, isRefreshing, instead }: AuditTableProps) {
  const t = useTranslations('audit');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const { timeZone } = useDealer();
  const sentence = useAuditSentence();
  const moment = ({ at }: AuditEntry) => formatMoment(at, timeZone, locale);

  const columns: Column<AuditEntry>[] = [
    { key: 'at', header: t('columns.at'), width: '200px', cell: moment },
    {
      key: 'what',
      header: t('columns.what'),
      cell: (entry) => (
        <span className={classes.what} tabIndex={-1} {...rowFocus}>
          {sentence(entry)}
        </span>
      ),
    },
    {
      key: 'address',
      header: t('columns.address'),
      width: '160px',
      cell: ({ address }) => address ?? ui('none'),
    },
  ];

  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={entries}
      rowKey={({ _id }) => _id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      card={(entry) => (
        <>
          <p className={classes.story} tabIndex={-1} {...rowFocus}>
            {sentence(entry)}
          </p>
          <p className={classes.quiet}>
            <span>{moment(entry)}</span>
            <span>{entry.address}</span>
          </p>
        </>
      )}
      instead={instead}
    />
  );
}
