import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import { ContactLinks } from '#web/features/leads/contact/contact-links.tsx';
import { LeadAdvisor } from '#web/features/leads/contact/lead-advisor.tsx';
import type { Reaching } from '#web/features/leads/contact/use-return.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { LeadTimeline } from '#web/features/leads/timeline/lead-timeline.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useReadMentions } from '#web/lib/session/mentions.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, LoadFailed } from '#web/ui/list/list-states.tsx';
import { LeadEnquiry } from './lead-enquiry.tsx';
import { LeadHead } from './lead-head.tsx';
import classes from './lead-panel-body.module.css';
import { OtherLeads } from './other-leads.tsx';
import { panelQuery } from './panel.queries.ts';

type LeadPanelBodyProps = {
  id: string;
  reaching: Reaching;
  /** On a page titled by the lead's name. */
  isPage?: boolean;
  /** Without Edit. */
  isFixed?: boolean;
};

/** Facts first, then how to reach the customer, then what happened: in one column, or two where there is room. */
export function LeadPanelBody({ id, reaching, isPage = false, isFixed = false }: LeadPanelBodyProps) {
  const t = useTranslations('leadPanel');
  const { data: panel, error, refetch } = useQuery(panelQuery(id));
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });

  useReadMentions(id);

  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t('gone')} why={t('goneWhy')} />;
  if (error && !panel) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const waiting = [80, 55, 70].map((width) => <Skeleton key={width} width={`${width}%`} height={20} />);
  if (!lead)
    return (
      <div className={classes.waiting} aria-busy>
        {waiting}
      </div>
    );
  return (
    <div className={classes.panel}>
      <div className={classes.columns}>
        <div className={classes.facts}>
          <LeadHead lead={lead} isPage={isPage} isFixed={isFixed || isErased(lead)} />
          <LeadEnquiry lead={lead} />
          {isErased(lead) ? (
            <p className="quiet">{t('erased')}</p>
          ) : (
            <>
              <ContactLinks lead={lead} onLeave={reaching.leave} />
              <LeadAdvisor lead={lead} />
            </>
          )}
        </div>
        <div className={classes.story}>
          {panel ? (
            <LeadTimeline lead={lead} first={panel.timeline} />
          ) : (
            <div className={classes.waiting} aria-busy>
              {waiting}
            </div>
          )}
        </div>
        <div className={classes.others}>
          {panel && <OtherLeads leads={panel.otherLeads} hasOtherCenters={panel.hasOtherCenters} />}
        </div>
      </div>
    </div>
  );
}
