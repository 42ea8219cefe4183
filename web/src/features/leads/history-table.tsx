import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { LeadVersion } from '#contract/lead-history.ts';
import { useDealer } from '#web/lib/dealer.ts';
import { formatMoment } from '#web/lib/format.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LeadRowCard } from './lead-row-card.tsx';
import classes from './leads-table.module.css';

type HistoryTableProps = {
  /** Undefined while the first page loads. */
  versions: LeadVersion[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onView: (version: number) => void;
};

/** The versions of a lead with their columns (specification, 'Lead history'). */
export function HistoryTable({ versions, isRefreshing, instead, onView }: HistoryTableProps) {
  const t = useTranslations('leadHistory');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const { timeZone } = useDealer();
  const moment = (version: LeadVersion) => formatMoment(version.createdAt, timeZone, locale);

  const view = ({ version }: LeadVersion) => (
    <span className={classes.actions}>
      <IconButton
        label={t('viewOf', { version })}
        icon={<IconEye size={17} stroke={1.75} />}
        onClick={() => onView(version)}
      />
    </span>
  );
  const date = (version: LeadVersion) => (
    <button type="button" className={classes.name} onClick={() => onView(version.version)} {...rowFocus}>
      {moment(version)}
    </button>
  );
  const columns: Column<LeadVersion>[] = [
    { key: 'date', header: t('columns.historyDate'), width: '196px', cell: date },
    { key: 'name', header: t('columns.name'), cell: (version) => version.name },
    {
      key: 'vehicle',
      header: t('columns.vehicleNumber'),
      width: '30%',
      cell: (version) => version.vehicleNumber ?? ui('none'),
    },
    { key: 'phone', header: t('columns.phone'), width: '128px', cell: (version) => version.phone },
    { key: 'actions', header: ui('actions'), width: '72px', align: 'end', cell: view },
  ];

  return (
    <DataList
      label={t('list')}
      columns={columns}
      rows={versions}
      rowKey={(version) => version._id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={({ version }) => onView(version)}
      card={(version) => (
        <LeadRowCard
          lead={version}
          name={date(version)}
          actions={view(version)}
          beside={version.vehicleNumber ?? ''}
          below={version.name}
          day={version.lastModifiedBy.name}
        />
      )}
      instead={instead}
    />
  );
}
