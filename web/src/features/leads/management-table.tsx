import { IconEye, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { Lead } from '#contract/leads.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { IconLink } from '#web/ui/icon-link.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { LeadRowCard } from './lead-row-card.tsx';
import { useLeadText } from './lead-text.ts';
import classes from './leads-table.module.css';
import { useEntryDay } from './use-entry-day.ts';

type ManagementTableProps = {
  label: string;
  /** Says of each lead which status it is in. */
  withStatus: boolean;
  /** Undefined while the first page loads. */
  leads: Lead[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onView: (id: string) => void;
};

/** The leads in a status as management sees them, with their columns and actions (specification, 'Management leads by status'). */
export function ManagementTable({
  label,
  withStatus,
  leads,
  isRefreshing,
  instead,
  onView,
}: ManagementTableProps) {
  const t = useTranslations('managementLeads');
  const words = useTranslations('leads');
  const ui = useTranslations('ui');
  const entryDay = useEntryDay();
  const text = useLeadText();

  const actions = (lead: Lead) => (
    <span className={classes.actions}>
      <IconButton
        label={t('detailsOf', { name: lead.name })}
        icon={<IconEye size={17} stroke={1.75} />}
        onClick={() => onView(lead._id)}
      />
      <IconLink
        label={t('historyOf', { name: lead.name })}
        icon={<IconHistory size={17} stroke={1.75} />}
        link={{ to: '/main/leadHistory/$entryId', params: { entryId: lead.entryId } }}
      />
    </span>
  );
  const name = (lead: Lead) => (
    <button type="button" className={classes.name} onClick={() => onView(lead._id)} {...rowFocus}>
      {lead.name}
    </button>
  );
  const service = (lead: Lead) => text(lead, 'serviceOrCampaign') || ui('none');
  const status = (lead: Lead) => (
    <StatusDot status={lead.status}>{words(`statuses.${lead.status}`)}</StatusDot>
  );
  const columns: Column<Lead>[] = [
    { key: 'name', header: t('columns.name'), width: '22%', cell: name },
    {
      key: 'entryDate',
      header: t('columns.entryDate'),
      width: '128px',
      cell: (lead) => entryDay(lead.createdAt),
    },
    ...(withStatus ? [{ key: 'status', header: t('columns.status'), width: '136px', cell: status }] : []),
    { key: 'phone', header: t('columns.phone'), width: '136px', cell: (lead) => lead.phone },
    { key: 'service', header: t('columns.serviceType'), cell: service },
    {
      key: 'center',
      header: t('columns.serviceCenter'),
      width: '22%',
      cell: (lead) => lead.serviceCenter.name,
    },
    { key: 'actions', header: ui('actions'), width: '96px', align: 'end', cell: actions },
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
          beside={text(lead, 'serviceOrCampaign')}
          below={
            withStatus ? (
              <>
                {status(lead)} · {lead.serviceCenter.name}
              </>
            ) : (
              lead.serviceCenter.name
            )
          }
          day={entryDay(lead.createdAt)}
          actions={actions(lead)}
        />
      )}
      instead={instead}
    />
  );
}
