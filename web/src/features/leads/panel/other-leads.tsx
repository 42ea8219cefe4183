import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import type { OtherLead } from '#contract/leads/lead-panel.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './other-leads.module.css';

/** The customer's other leads; of centers out of sight, only that there are some. */
export function OtherLeads(props: { leads: readonly OtherLead[]; hasOtherCenters: boolean }) {
  const t = useTranslations('leadPanel');
  if (props.leads.length === 0 && !props.hasOtherCenters) return null;
  return (
    <section>
      <h3 className={`heading ${classes.title}`}>{t('otherLeads')}</h3>
      {props.leads.length > 0 && (
        <ul className={`box ${classes.leads}`}>
          {props.leads.map((lead) => (
            <Other key={lead._id} lead={lead} />
          ))}
        </ul>
      )}
      {props.hasOtherCenters && <p className={`quiet ${classes.more}`}>{t('otherCenters')}</p>}
    </section>
  );
}

function Other({ lead }: { lead: OtherLead }) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const cameFrom = useCameFrom();
  const about = [
    lead.serviceOrCampaign?.name,
    lead.jobId && t('jobId', { jobId: lead.jobId }),
    lead.vehicleNumber,
    lead.serviceCenter.name,
    lead.isActive ? null : t('archived'),
  ].filter((part) => typeof part === 'string');
  return (
    <li>
      <Link to="/main/lead/$id" params={{ id: lead._id }} state={cameFrom} className={classes.lead}>
        <span className={classes.top}>
          <StatusDot status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusDot>
          <span className={classes.date}>{formats.date(lead.date)}</span>
        </span>
        <span className="quiet">
          {about.map((part, at) => (
            <Fragment key={part}>
              {at > 0 && ' · '}
              <span className={part === lead.vehicleNumber ? 'unbroken' : undefined}>{part}</span>
            </Fragment>
          ))}
        </span>
      </Link>
    </li>
  );
}
