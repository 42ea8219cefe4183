import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { type LeadFact, useLeadText } from '#web/features/leads/record/lead-text.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './lead-enquiry.module.css';

/** What and where first. */
const first = ['serviceOrCampaign', 'vehicleNumber', 'serviceCenter'] as const;
const last = ['platform', 'employee'] as const;

/** What each status adds; the rest is in details and history. */
const ofStatus = {
  pending: ['appointmentDate', 'appointmentTime'],
  potential: ['nextFollowUp', 'followUpCount'],
  booked: ['appointmentDate', 'appointmentTime', 'jobId'],
  completed: ['jobId', 'appointmentDate'],
  lostCustomer: ['lostReason'],
} as const satisfies Record<Lead['status'], readonly (LeadFact | 'nextFollowUp')[]>;

export function LeadEnquiry({ lead }: { lead: Lead }) {
  const t = useTranslations('leadPanel');
  const details = useTranslations('leadDetails');
  const formats = useFormats();
  const text = useLeadText();
  const followUp = lead.nextFollowUpDates.at(-1);
  const facts = [...first, ...ofStatus[lead.status], ...last].map((field) =>
    field === 'nextFollowUp'
      ? { field, label: t('nextFollowUp'), value: followUp && formats.date(followUp) }
      : { field, label: details(`fields.${field}`), value: text(lead, field) },
  );
  return (
    <section className={classes.enquiry}>
      <dl className={classes.facts}>
        {facts.map(
          ({ field, label, value }) =>
            value && (
              <div key={field} className={classes.fact}>
                <dt className="quiet">{label}</dt>
                <dd className={field === 'vehicleNumber' ? 'unbroken' : undefined}>{value}</dd>
              </div>
            ),
        )}
        <div className={classes.fact}>
          <dt className="quiet">{t('entered')}</dt>
          <dd>{formats.moment(lead.createdAt)}</dd>
        </div>
      </dl>
      {lead.notes && (
        <div className={classes.notes}>
          <p className="quiet">{details('fields.notes')}</p>
          <p>{lead.notes}</p>
        </div>
      )}
    </section>
  );
}
