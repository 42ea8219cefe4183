import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import classes from './lead-facts.module.css';
import {
  type LeadField,
  leadFields,
  listDetailFields,
  useFormatLeadField,
  useLeadFieldName,
} from './lead-fields.tsx';

type LeadFactsProps = {
  lead: Lead;
  edited?: readonly string[];
  below?: (field: LeadField) => ReactNode;
  isVersion?: boolean;
};

const groups = ['contact', 'enquiry', 'progress', 'people'] as const;

/** Shows the fields of a lead or of one of its versions in groups. `edited`: fields that are marked as changed. */
export function LeadFacts({ lead, edited = [], below, isVersion = false }: LeadFactsProps) {
  const t = useTranslations('leadDetails');
  const fieldName = useLeadFieldName();
  const leftOut: LeadField[] = [
    ...(lead.advisor !== null || edited.includes('advisor') ? [] : (['advisor'] as const)),
    ...(isVersion ? (['createdAt', 'updatedAt'] as const) : []),
  ];
  return groups.map((group) => (
    <section key={group} className={classes.group}>
      <h3 className={`heading ${classes.title}`}>{t(group)}</h3>
      <dl className={classes.facts}>
        {listDetailFields(group)
          .filter((field) => !leftOut.includes(field))
          .map((field) => (
            <div key={field} className={classes.fact} data-wide={field === 'notes' || undefined}>
              <dt className="quiet">
                {fieldName(field, lead.isDayBooked)}
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

function FactValue({ lead, field }: { lead: Lead; field: LeadField }) {
  const ui = useTranslations('ui');
  const text = useFormatLeadField()(lead, field);
  const { address, contactNo } = lead.serviceCenter;
  if (!text) return <span className="dimmed">{ui('none')}</span>;
  if (field !== 'serviceCenter') return leadFields[field].show?.(text) ?? text;
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
