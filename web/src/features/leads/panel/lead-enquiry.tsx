import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import {
  type LeadField,
  leadFields,
  panelFields,
  useLeadText,
} from '#web/features/leads/record/lead-fields.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './lead-enquiry.module.css';

/** What each status adds; the rest is in details and history. */
const ofStatus = {
  pending: ['appointmentDate', 'appointmentTime'],
  potential: ['nextFollowUp', 'followUpCount'],
  booked: ['appointmentDate', 'appointmentTime', 'jobId'],
  completed: ['jobId', 'appointmentDate'],
  lostCustomer: ['lostReason'],
} as const satisfies Record<Lead['status'], readonly (LeadField | 'nextFollowUp')[]>;

export function LeadEnquiry({ lead }: { lead: Lead }) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const text = useLeadText();
  const followUp = lead.nextFollowUpDates.at(-1);
  const facts = [...panelFields.first, ...ofStatus[lead.status], ...panelFields.last].map((field) =>
    field === 'nextFollowUp'
      ? { field, label: t('nextFollowUp'), value: followUp && formats.date(followUp), show: undefined }
      : { field, label: leads(`fields.${field}`), value: text(lead, field), show: leadFields[field].show },
  );
  return (
    <section className={classes.enquiry}>
      <dl className={classes.facts}>
        {facts.map(
          ({ field, label, value, show }) =>
            value && (
              <div key={field} className={classes.fact}>
                <dt className="quiet">{label}</dt>
                <dd>{show?.(value) ?? value}</dd>
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
          <p className="quiet">{leads('fields.notes')}</p>
          <p>{lead.notes}</p>
        </div>
      )}
    </section>
  );
}
