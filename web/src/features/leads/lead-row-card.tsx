import type { ReactNode } from 'react';
import type { Lead } from '#contract/leads.ts';
import classes from './lead-card.module.css';

type LeadRowCardProps = {
  lead: Lead;
  name: ReactNode;
  actions: ReactNode;
  /** Beside the phone. */
  beside: string;
  /** Below it, beside the day. */
  below: ReactNode;
  day: string;
};

/** A lead of a list on a phone: name and actions, phone to tap, and what else the list's columns say. */
export function LeadRowCard({ lead, name, actions, beside, below, day }: LeadRowCardProps) {
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
        <span className={classes.rest}>{beside}</span>
      </div>
      <div className={classes.quiet}>
        <span className={classes.rest}>{below}</span>
        <span>{day}</span>
      </div>
    </>
  );
}
