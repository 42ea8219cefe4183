import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { dateInTimeZone, daysBetween } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowActions } from '#web/ui/rows/row-parts.tsx';
import { type LeadColumn, type LeadField, leadFields, useFormatLeadField } from './lead-fields.tsx';
import { Plate } from './plate.tsx';
import { listSourceParts } from './source-parts.ts';

/** @returns a column for each field, and others. A list picks and overrides: `{ ...phone, width: … }`. */
export function useLeadColumns() {
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const text = useFormatLeadField();

  const ofField = (field: LeadField): LeadColumn => {
    const { header = `fields.${field}` as const, ...look } = leadFields[field].column ?? {};
    const onCard = (lead: Lead) => text(lead, field);
    const cell = (lead: Lead) => <div className="one-line">{onCard(lead) || ui('none')}</div>;
    return { key: field, header: t(header), ...look, cell, onCard };
  };
  const columns = {
    createdAt: {
      ...ofField('createdAt'),
      cell: ({ createdAt }) => formats.day(createdAt),
      onCard: ({ createdAt }) =>
        t('entered', { day: formats.nearDate(dateInTimeZone(timeZone, new Date(createdAt)), today) }),
    },
    phone: { ...ofField('phone'), cell: ({ phone }) => <PhoneLink phone={phone} /> },
    vehicleNumber: {
      ...ofField('vehicleNumber'),
      cell: ({ vehicleNumber }) => (vehicleNumber ? <Plate number={vehicleNumber} /> : ui('none')),
      onCard: ({ vehicleNumber }) => vehicleNumber && <Plate number={vehicleNumber} />,
    },
    status: {
      ...ofField('status'),
      cell: ({ status }) => <StatusDot status={status}>{t(`statuses.${status}`)}</StatusDot>,
      onCard: undefined,
    },
    serviceOrCampaign: {
      ...ofField('serviceOrCampaign'),
      cell: ({ serviceOrCampaign }) => (
        <div className="one-line">
          {serviceOrCampaign ? (
            <>
              <span className={cells.spare}>{t(`types.${serviceOrCampaign.type}`)} · </span>
              {serviceOrCampaign.name}
            </>
          ) : (
            ui('none')
          )}
        </div>
      ),
      // A phone's card has room for its name.
      onCard: ({ serviceOrCampaign }) => serviceOrCampaign?.name,
    },
    offering: {
      ...ofField('serviceOrCampaign'),
      header: t('columns.offering'),
      cell: ({ serviceOrCampaign }) => (
        <div className="one-line">{serviceOrCampaign?.name ?? ui('none')}</div>
      ),
      card: 'below',
      onCard: ({ serviceOrCampaign }) => serviceOrCampaign?.name,
    },
    source: {
      ...ofField('source'),
      width: '14%',
      cell: (lead) => {
        const way = cameBy(lead);
        return way ? <span title={text(lead, 'source')}>{way}</span> : ui('none');
      },
      card: 'beside',
      onCard: cameBy,
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
  } satisfies Record<string, LeadColumn>;
  const all = Object.keys(leadFields) as LeadField[];
  const ofFields = Object.fromEntries(all.map((field) => [field, ofField(field)]));
  return { ...(ofFields as Record<LeadField, LeadColumn>), ...columns };
}

function cameBy({ source, employee }: Lead): string {
  return source ? [employee.name, ...listSourceParts(source)].join(' · ') : '';
}

/** Makes the column of a list of leads that holds the buttons of each row. */
export function createActionsColumn<Row extends Lead>(
  header: string,
  width: string,
  actions: (row: Row) => ReactNode,
): LeadColumn<Row> {
  const cell = (row: Row) => <RowActions>{actions(row)}</RowActions>;
  return { key: 'actions', header, width, align: 'end', cell, card: 'actions' };
}

type WaitingProps = {
  lead: Pick<Lead, 'statusAt' | 'lastContactAt'>;
  isNamed?: boolean;
};

// Days since anybody contacted the customer or changed the status.
function Waiting({ lead, isNamed = false }: WaitingProps) {
  const t = useTranslations('leadWork');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  const { statusAt, lastContactAt } = lead;
  const attendedAt = lastContactAt && lastContactAt > statusAt ? lastContactAt : statusAt;
  const days = daysBetween(dateInTimeZone(timeZone, new Date(attendedAt)), today);
  return (
    <span title={t('lastAttended', { moment: formats.moment(attendedAt) })}>
      {t(isNamed ? 'noContact' : 'waitingDays', { days })}
    </span>
  );
}

type LeadCardProps<Row extends Lead> = { lead: Row; columns: readonly LeadColumn<Row>[] };

/** Shows a lead as a card, as lists on a phone do. `columns`: those of the list. */
export function LeadCard<Row extends Lead>({ lead, columns }: LeadCardProps<Row>) {
  const at = (place: LeadColumn<Row>['card']) =>
    columns
      .filter(({ card }) => card === place)
      .map(({ key, cell, onCard = cell }) => ({ key, said: onCard(lead) }))
      .filter(({ said }) => said !== null && said !== undefined && said !== false && said !== '')
      .map(({ key, said }, index) => (
        <Fragment key={key}>
          {index > 0 && ' · '}
          {said}
        </Fragment>
      ));
  return (
    <>
      <CardHead>
        {at('title')}
        {at('actions')}
      </CardHead>
      <div className={cells.line}>
        <PhoneLink phone={lead.phone} />
        <span className="one-line">{at('beside')}</span>
      </div>
      <div className={`quiet ${cells.line}`}>
        <span className="two-lines">{at('below')}</span>
        <span className={`one-line ${cells.end}`}>{at('last')}</span>
      </div>
    </>
  );
}
