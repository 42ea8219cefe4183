import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import classes from './lead-facts.module.css';
import { type LeadFact, useLeadText } from './lead-text.ts';

type LeadFactsProps = {
  lead: Lead;
  /** Fields that are marked as '(edited)'. */
  edited?: readonly string[];
  /** What stands below a field's value. */
  below?: (field: LeadFact) => ReactNode;
  /** A version of the past: its `createdAt` is the version's, so the lead's own dates are left out. */
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

/** Everything that is known of a lead, readable: dates and times as people write them, phone and e-mail as links. */
export function LeadFacts({ lead, edited = [], below, isVersion }: LeadFactsProps) {
  const t = useTranslations('leadDetails');
  const last = isVersion ? people : ([...people, 'createdAt', 'updatedAt'] as const);
  const all = { ...groups, people: last };
  return Object.entries(all).map(([group, fields]) => (
    <section key={group} className={classes.group}>
      <h3 className={classes.title}>{t(group as keyof typeof all)}</h3>
      <dl className={classes.facts}>
        {fields.map((field) => (
          <div key={field} className={classes.fact} data-wide={field === 'notes' || undefined}>
            <dt className={classes.label}>
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
  if (!text) return <span className={classes.none}>{ui('none')}</span>;
  if (field === 'phone') return <a href={`tel:${lead.phone}`}>{text}</a>;
  if (field === 'email') return <a href={`mailto:${lead.email}`}>{text}</a>;
  if (field !== 'serviceCenter') return text;
  return (
    <>
      {text}
      {address && <span className={classes.aside}>{address}</span>}
      {contactNo && (
        <span className={classes.aside}>
          <a href={`tel:${contactNo}`}>{contactNo}</a>
        </span>
      )}
    </>
  );
}
