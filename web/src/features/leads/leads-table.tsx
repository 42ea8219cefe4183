import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { Lead } from '#contract/leads.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LeadCard } from './lead-card.tsx';
import classes from './leads-table.module.css';
import { useEntryDay } from './use-entry-day.ts';

type LeadsTableProps = {
  /** Undefined while the first page loads. */
  leads: Lead[] | undefined;
  isRefreshing: boolean;
  /** What stands in the place of the rows. */
  instead: ReactNode;
  onEdit: (id: string) => void;
  onArchive: (lead: Lead) => void;
};

/** The leads of the data-entry screen, with its columns and actions (specification, 'Leads'). */
export function LeadsTable({ leads, isRefreshing, instead, onEdit, onArchive }: LeadsTableProps) {
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const entryDay = useEntryDay();

  const actions = (lead: Lead) => (
    <span className={classes.actions}>
      <IconButton
        label={t('updateOf', { name: lead.name })}
        icon={<IconPencil size={17} stroke={1.75} />}
        onClick={() => onEdit(lead._id)}
      />
      <IconButton
        label={t(lead.isActive ? 'archiveOf' : 'unarchiveOf', { name: lead.name })}
        icon={
          lead.isActive ? <IconArchive size={17} stroke={1.75} /> : <IconArchiveOff size={17} stroke={1.75} />
        }
        onClick={() => onArchive(lead)}
      />
    </span>
  );
  const name = (lead: Lead) => (
    <button type="button" className={classes.name} onClick={() => onEdit(lead._id)} {...rowFocus}>
      {lead.name}
    </button>
  );
  const columns: Column<Lead>[] = [
    {
      key: 'entryDate',
      header: t('columns.entryDate'),
      width: '128px',
      cell: (lead) => entryDay(lead.createdAt),
    },
    { key: 'name', header: t('columns.name'), width: '24%', cell: name },
    {
      key: 'vehicle',
      header: t('columns.vehicleNumber'),
      width: '22%',
      cell: (lead) => lead.vehicleNumber ?? ui('none'),
    },
    { key: 'phone', header: t('columns.phone'), width: '136px', cell: (lead) => lead.phone },
    { key: 'service', header: t('columns.service'), cell: (lead) => lead.serviceCenter.name },
    { key: 'actions', header: ui('actions'), width: '96px', align: 'end', cell: actions },
  ];

  return (
    <DataList
      label={t('list')}
      columns={columns}
      rows={leads}
      rowKey={(lead) => lead._id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={(lead) => onEdit(lead._id)}
      card={(lead) => (
        <LeadCard lead={lead} name={name(lead)} entryDay={entryDay(lead.createdAt)} actions={actions(lead)} />
      )}
      instead={instead}
    />
  );
}
