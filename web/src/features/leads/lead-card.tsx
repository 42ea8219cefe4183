import type { ReactNode } from 'react';
import type { Lead } from '#contract/leads.ts';
import classes from './lead-card.module.css';

type LeadCardProps = { lead: Lead; name: ReactNode; entryDay: string; actions: ReactNode };

/** A lead on a phone: name and actions, phone to tap, vehicle, center and day. */
export function LeadCard({ lead, name, entryDay, actions }: LeadCardProps) {
  return (
    <>
      <div className={classes.head}>
        {name}
        {actions}
      </div>
      <div className={classes.line}>
        <a className={classes.phone} href={`tel:${lead.phone}`}>
          {lead.phone}
        </a>
        <span className={classes.rest}>{lead.vehicleNumber}</span>
      </div>
      <div className={classes.quiet}>
        <span className={classes.rest}>{lead.serviceCenter.name}</span>
        <span>{entryDay}</span>
      </div>
    </>
  );
}
