import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { LeadStatus } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LeadRowCard } from './lead-row-card.tsx';
import { useLeadText } from './lead-text.ts';
import classes from './leads-table.module.css';
import { StatusDetail } from './status-detail.tsx';
import { useEntryDay } from './use-entry-day.ts';

type StatusTableProps = {
  status: LeadStatus;
  /** Undefined while the first page loads. */
  leads: Lead[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onOpen: (id: string) => void;
};

/** The leads in a status with the column that this status has of its own (specification, 'Leads by status'). */
export function StatusTable({ status, leads, isRefreshing, instead, onOpen }: StatusTableProps) {
  const t = useTranslations('leadStatus');
  const names = useTranslations('leads');
  const ui = useTranslations('ui');
  const entryDay = useEntryDay();
  const text = useLeadText();

  const action = (lead: Lead) => (
    <span className={classes.actions}>
      <IconButton
        label={t('changeOf', { name: lead.name })}
        icon={<IconPencil size={17} stroke={1.75} />}
        onClick={() => onOpen(lead._id)}
      />
    </span>
  );
  const name = (lead: Lead) => (
    <button type="button" className={classes.name} onClick={() => onOpen(lead._id)} {...rowFocus}>
      {lead.name}
    </button>
  );
  const columns: Column<Lead>[] = [
    { key: 'name', header: t('columns.name'), width: '22%', cell: name },
    {
      key: 'entryDate',
      header: t('columns.entryDate'),
      width: '128px',
      cell: (lead) => entryDay(lead.createdAt),
    },
    { key: 'phone', header: t('columns.phone'), width: '136px', cell: (lead) => lead.phone },
    {
      key: 'service',
      header: t('columns.serviceType'),
      width: '26%',
      cell: (lead) => text(lead, 'serviceOrCampaign') || ui('none'),
    },
    {
      key: 'detail',
      header: t(`detail.${status}`),
      cell: (lead) => <StatusDetail lead={lead} status={status} />,
    },
    { key: 'actions', header: ui('actions'), width: '80px', align: 'end', cell: action },
  ];

  return (
    <DataList
      label={t('list', { status: names(`statuses.${status}`) })}
      columns={columns}
      rows={leads}
      rowKey={(lead) => lead._id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={(lead) => onOpen(lead._id)}
      card={(lead) => (
        <LeadRowCard
          lead={lead}
          name={name(lead)}
          beside={text(lead, 'serviceOrCampaign')}
          below={<StatusDetail lead={lead} status={status} />}
          day={entryDay(lead.createdAt)}
          actions={action(lead)}
        />
      )}
      instead={instead}
    />
  );
}
