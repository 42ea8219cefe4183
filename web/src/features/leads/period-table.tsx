import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import { archiveLead, editLead, type Lead } from '#contract/leads.ts';
import { mayCall } from '#web/lib/may-call.ts';
import { useSession } from '#web/lib/use-session.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LeadRowCard } from './lead-row-card.tsx';
import { useLeadText } from './lead-text.ts';
import classes from './leads-table.module.css';
import { useEntryDay } from './use-entry-day.ts';

type PeriodTableProps = {
  label: string;
  /** Undefined while the first page loads. */
  leads: Lead[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onView: (id: string) => void;
  onEdit: (id: string) => void;
  onDelete: (lead: Lead) => void;
};

/** The leads of a period; updating and deleting are offered to the levels that may. */
export function PeriodTable(props: PeriodTableProps) {
  const { label, leads, isRefreshing, instead, onView, onEdit, onDelete } = props;
  const t = useTranslations('periodLeads');
  const ui = useTranslations('ui');
  const level = useSession()?.level;
  const entryDay = useEntryDay();
  const text = useLeadText();
  const mayEdit = mayCall(editLead, level);
  const mayDelete = mayCall(archiveLead, level);

  const actions = (lead: Lead) => (
    <span className={classes.actions}>
      <IconButton
        label={t('viewOf', { name: lead.name })}
        icon={<IconEye size={17} stroke={1.75} />}
        onClick={() => onView(lead._id)}
      />
      {mayEdit && (
        <IconButton
          label={t('updateOf', { name: lead.name })}
          icon={<IconPencil size={17} stroke={1.75} />}
          onClick={() => onEdit(lead._id)}
        />
      )}
      {mayDelete && (
        <IconButton
          label={t('deleteOf', { name: lead.name })}
          icon={<IconTrash size={17} stroke={1.75} />}
          onClick={() => onDelete(lead)}
        />
      )}
    </span>
  );
  const name = (lead: Lead) => (
    <button type="button" className={classes.name} onClick={() => onView(lead._id)} {...rowFocus}>
      {lead.name}
    </button>
  );
  const service = (lead: Lead) => lead.serviceOrCampaign?.name ?? ui('none');
  const platform = (lead: Lead) => text(lead, 'platform') || ui('none');
  const columns: Column<Lead>[] = [
    { key: 'date', header: t('columns.date'), width: '128px', cell: (lead) => entryDay(lead.createdAt) },
    { key: 'name', header: t('columns.name'), width: '26%', cell: name },
    { key: 'phone', header: t('columns.phone'), width: '136px', cell: (lead) => lead.phone },
    { key: 'service', header: t('columns.service'), cell: service },
    { key: 'platform', header: t('columns.platform'), width: '116px', cell: platform },
    { key: 'actions', header: ui('actions'), width: '128px', align: 'end', cell: actions },
  ];

  return (
    <DataList
      label={label}
      columns={columns}
      rows={leads}
      rowKey={(lead) => lead._id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={(lead) => onView(lead._id)}
      card={(lead) => (
        <LeadRowCard
          lead={lead}
          name={name(lead)}
          beside={text(lead, 'platform')}
          below={lead.serviceOrCampaign?.name ?? ''}
          day={entryDay(lead.createdAt)}
          actions={actions(lead)}
        />
      )}
      instead={instead}
    />
  );
}
