import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useLeadText } from '#web/features/leads/record/lead-fields.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import classes from './move-lead-facts.module.css';

/** @param onEdit opens the correction form; absent for who may not. */
export function MoveLeadFacts({ lead, onEdit }: { lead: Lead; onEdit?: () => void }) {
  const t = useTranslations('leadStatus');
  const text = useLeadText();
  const formats = useFormats();
  const facts = [
    { key: 'phone', value: <PhoneLink phone={lead.phone} /> },
    { key: 'email', value: lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a> },
    {
      key: 'vehicleNumber',
      value: lead.vehicleNumber && <span className="unbroken">{lead.vehicleNumber}</span>,
    },
    { key: 'service', value: text(lead, 'serviceOrCampaign') },
    { key: 'serviceCenter', value: lead.serviceCenter.name },
    { key: 'platform', value: text(lead, 'platform') },
    { key: 'entryDate', value: formats.day(lead.createdAt) },
  ] as const;
  return (
    <section className={classes.lead}>
      <div className={classes.head}>
        <h3 className={`heading ${classes.name}`}>{lead.name}</h3>
        {onEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} stroke={2} />}
            onClick={onEdit}
          >
            {t('correct')}
          </Button>
        )}
      </div>
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
