import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { ContactSection } from '#web/features/leads/contact/contact-section.tsx';
import { LeadAdvisor } from '#web/features/leads/contact/lead-advisor.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { StatusBadge } from '#web/ui/feedback/status-dot.tsx';
import classes from './lead-head.module.css';

type LeadHeadProps = { lead: Lead; isPage: boolean; isWorked: boolean };

export function LeadHead({ lead, isPage, isWorked }: LeadHeadProps) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const said = [
    t('tries', { count: lead.contactTries }),
    ...(lead.lastContactAt ? [t('lastContact', { moment: formats.moment(lead.lastContactAt) })] : []),
    ...(lead.tryAgainAt ? [t('tryAgain', { moment: formats.moment(lead.tryAgainAt) })] : []),
  ];
  return (
    <section className={classes.head}>
      <div className={classes.who}>
        {isPage ? (
          <h2 className="visually-hidden">{t('enquiry')}</h2>
        ) : (
          <h2 className={classes.name}>{lead.name}</h2>
        )}
        <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
        {!lead.isActive && <span className="quiet">{t('archived')}</span>}
      </div>
      <p className="quiet">{said.join(' · ')}</p>
      {lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a>}
      {isErased(lead) ? (
        <p className="quiet">{t('erased')}</p>
      ) : (
        <>
          <ContactSection lead={lead} isLoggedElsewhere={isWorked} />
          <LeadAdvisor lead={lead} />
        </>
      )}
    </section>
  );
}
