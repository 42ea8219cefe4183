import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { useLeadText } from './lead-text.ts';
import classes from './move-lead-facts.module.css';
import { useEntryDay } from './use-entry-day.ts';

/** Who the lead is and what he asks for, at a glance; phone and e-mail to tap. */
export function MoveLeadFacts({ lead }: { lead: Lead }) {
  const t = useTranslations('leadStatus');
  const text = useLeadText();
  const entryDay = useEntryDay();
  const facts = [
    { key: 'phone', value: <a href={`tel:${lead.phone}`}>{lead.phone}</a> },
    { key: 'email', value: lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a> },
    { key: 'vehicleNumber', value: lead.vehicleNumber },
    { key: 'service', value: text(lead, 'serviceOrCampaign') },
    { key: 'serviceCenter', value: lead.serviceCenter.name },
    { key: 'platform', value: text(lead, 'platform') },
    { key: 'entryDate', value: entryDay(lead.createdAt) },
  ] as const;
  return (
    <section className={classes.lead}>
      <h3 className={classes.name}>{lead.name}</h3>
      <dl className={classes.facts}>
        {facts.map(
          ({ key, value }) =>
            value && (
              <div key={key} className={classes.fact}>
                <dt className={classes.label}>{t(`facts.${key}`)}</dt>
                <dd className={classes.value}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
