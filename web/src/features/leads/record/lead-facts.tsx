import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import classes from './lead-facts.module.css';
import { type LeadFact, useLeadText } from './lead-text.ts';

type LeadFactsProps = {
  lead: Lead;
  /** Marked '(edited)'. */
  edited?: readonly string[];
  below?: (field: LeadFact) => ReactNode;
  /** An earlier version: `createdAt` is the version's, so the lead's own dates are left out. */
  isVersion?: boolean;
};

const groups = {
  contact: ['name', 'phone', 'email'],
  enquiry: ['serviceOrCampaign', 'serviceCenter', 'platform', 'vehicleNumber', 'notes'],
  progress: [
    'status',
    'jobId',
    'appointmentDate',
    'appointmentTime',
    'followUpCount',
    'nextFollowUpDates',
    'lostReason',
    'isActive',
  ],
} as const satisfies Record<string, readonly LeadFact[]>;
const people = ['employee', 'employees', 'editedBy', 'lastModifiedBy'] as const;

export function LeadFacts({ lead, edited = [], below, isVersion }: LeadFactsProps) {
  const t = useTranslations('leadDetails');
  const hasAdvisor = lead.advisor !== null || edited.includes('advisor');
  const involved = hasAdvisor ? (['advisor', ...people] as const) : people;
  const last = isVersion ? involved : ([...involved, 'createdAt', 'updatedAt'] as const);
  const all = { ...groups, people: last };
  return Object.entries(all).map(([group, fields]) => (
    <section key={group} className={classes.group}>
      <h3 className={`heading ${classes.title}`}>{t(group as keyof typeof all)}</h3>
      <dl className={classes.facts}>
        {fields.map((field) => (
          <div key={field} className={classes.fact} data-wide={field === 'notes' || undefined}>
            <dt className="quiet">
              {t(`fields.${field}`)}
              {edited.includes(field) && <span className={classes.edited}> {t('edited')}</span>}
            </dt>
            <dd className={classes.value}>
              <FactValue lead={lead} field={field} />
              {below?.(field)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function FactValue({ lead, field }: { lead: Lead; field: LeadFact }) {
  const ui = useTranslations('ui');
  const text = useLeadText()(lead, field);
  const { address, contactNo } = lead.serviceCenter;
  if (!text) return <span className="dimmed">{ui('none')}</span>;
  if (field === 'phone') return <PhoneLink phone={lead.phone}>{text}</PhoneLink>;
  if (field === 'email') return <a href={`mailto:${lead.email}`}>{text}</a>;
  if (field === 'vehicleNumber') return <span className="unbroken">{text}</span>;
  if (field !== 'serviceCenter') return text;
  return (
    <>
      {text}
      {address && <p className="quiet">{address}</p>}
      {contactNo && (
        <p className="quiet">
          <a href={`tel:${contactNo}`}>{contactNo}</a>
        </p>
      )}
    </>
  );
}
