import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { dateIn } from '#contract/text/dates.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDealer, useToday } from '#web/lib/session/dealer.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import type { Column } from '#web/ui/rows/data-list.tsx';
import { RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import { useLeadText } from './lead-text.ts';
import { PresentMark } from './present-mark.tsx';
import { Waiting } from './waiting.tsx';

/** A column, and its place on a phone's card: beside the phone, below it, or last. */
export type LeadColumn<Row extends Lead = Lead> = Column<Row> & {
  card?: 'title' | 'actions' | 'beside' | 'below' | 'last';
  /** If not what the cell says. */
  onCard?: (row: Row) => ReactNode;
};

/** @returns all columns of lead lists, by name. A list picks and overrides: `{ ...phone, header: … }`. */
export function useLeadColumns() {
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const text = useLeadText();
  const name = (onOpen: (lead: Lead) => void): LeadColumn => ({
    key: 'name',
    header: t('columns.name'),
    sort: 'name',
    width: '22%',
    cell: (lead) => (
      <>
        <RowName onOpen={() => onOpen(lead)}>{lead.name}</RowName>
        <PresentMark lead={lead._id} />
      </>
    ),
    card: 'title',
  });
  const columns = {
    entryDate: {
      key: 'entryDate',
      header: t('columns.entryDate'),
      sort: 'entered',
      width: '116px',
      cell: ({ createdAt }) => formats.day(createdAt),
      card: 'last',
      onCard: ({ createdAt }) =>
        t('entered', { day: formats.nearDate(dateIn(timeZone, new Date(createdAt)), today) }),
    },
    phone: {
      key: 'phone',
      header: t('columns.phone'),
      width: '160px',
      cell: ({ phone }) => <PhoneLink phone={phone} />,
    },
    vehicle: {
      key: 'vehicle',
      header: t('columns.vehicleNumber'),
      width: '236px',
      cell: ({ vehicleNumber }) => (vehicleNumber ? <Plate>{vehicleNumber}</Plate> : ui('none')),
      card: 'beside',
      onCard: ({ vehicleNumber }) => vehicleNumber,
    },
    status: {
      key: 'status',
      header: t('columns.status'),
      width: '136px',
      cell: ({ status }) => <StatusDot status={status}>{t(`statuses.${status}`)}</StatusDot>,
      card: 'below',
    },
    serviceType: {
      key: 'service',
      header: t('columns.serviceType'),
      cell: (lead) => text(lead, 'serviceOrCampaign') || ui('none'),
      card: 'beside',
      onCard: (lead) => text(lead, 'serviceOrCampaign'),
    },
    offering: {
      key: 'service',
      header: t('columns.service'),
      cell: ({ serviceOrCampaign }) => serviceOrCampaign?.name ?? ui('none'),
      card: 'below',
      onCard: ({ serviceOrCampaign }) => serviceOrCampaign?.name,
    },
    platform: {
      key: 'platform',
      header: t('columns.platform'),
      width: '116px',
      cell: (lead) => text(lead, 'platform') || ui('none'),
      card: 'beside',
      onCard: (lead) => text(lead, 'platform'),
    },
    advisor: {
      key: 'advisor',
      header: t('columns.advisor'),
      width: '12%',
      cell: ({ advisor }) => advisor?.name ?? ui('none'),
      card: 'below',
      onCard: ({ advisor }) => advisor?.name,
    },
    waiting: {
      key: 'waiting',
      header: t('columns.waiting'),
      sort: 'waiting',
      width: '104px',
      cell: (lead) => <Waiting lead={lead} />,
      card: 'last',
      onCard: (lead) => <Waiting lead={lead} isNamed />,
    },
    center: {
      key: 'center',
      header: t('columns.serviceCenter'),
      cell: ({ serviceCenter }) => serviceCenter.name,
      card: 'below',
    },
  } satisfies Record<string, LeadColumn>;
  return { name, ...columns };
}

function Plate({ children }: { children: string }) {
  return (
    <span className="unbroken" title={children}>
      {children}
    </span>
  );
}

export function actionsColumn<Row extends Lead>(
  header: string,
  width: string,
  actions: (row: Row) => ReactNode,
): LeadColumn<Row> {
  const cell = (row: Row) => <RowActions>{actions(row)}</RowActions>;
  return { key: 'actions', header, width, align: 'end', cell, card: 'actions' };
}
