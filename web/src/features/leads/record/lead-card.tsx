import { Fragment } from 'react';
import type { Lead } from '#contract/leads/leads.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead } from '#web/ui/rows/row-parts.tsx';
import type { LeadColumn } from './lead-fields.tsx';

type LeadCardProps<Row extends Lead> = { lead: Row; columns: readonly LeadColumn<Row>[] };

export function LeadCard<Row extends Lead>({ lead, columns }: LeadCardProps<Row>) {
  const at = (place: LeadColumn<Row>['card']) =>
    columns
      .filter(({ card }) => card === place)
      .map(({ key, cell, onCard = cell }) => ({ key, said: onCard(lead) }))
      .filter(({ said }) => said !== null && said !== undefined && said !== '')
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
        <span className="one-line">{at('below')}</span>
        <span className={cells.end}>{at('last')}</span>
      </div>
    </>
  );
}
