import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { LeadTimeline } from '#web/features/leads/timeline/lead-timeline.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useReadMentions } from '#web/lib/session/mentions.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, LoadFailed } from '#web/ui/list/list-states.tsx';
import { LeadEnquiry } from './lead-enquiry.tsx';
import { LeadHead } from './lead-head.tsx';
import classes from './lead-panel-body.module.css';
import { LeadSteps } from './lead-steps.tsx';
import { OtherLeads } from './other-leads.tsx';
import { panelQuery } from './panel.queries.ts';

/**
 * A lead in one column, or two where there is room.
 *
 * @param isPage on a page titled by the lead's name.
 * @param isWorked what comes next is asked elsewhere.
 */
export function LeadPanelBody({
  id,
  isPage = false,
  isWorked = false,
}: {
  id: string;
  isPage?: boolean;
  isWorked?: boolean;
}) {
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
        <div className={classes.column}>
          <LeadHead lead={lead} isPage={isPage} isWorked={isWorked} />
          {!isWorked && !isErased(lead) && <LeadSteps lead={lead} />}
          <LeadEnquiry lead={lead} />
          {panel && <OtherLeads leads={panel.otherLeads} hasOtherCenters={panel.hasOtherCenters} />}
        </div>
        <div className={classes.column}>
          {panel ? (
            <LeadTimeline lead={lead} first={panel.timeline} />
          ) : (
            <div className={classes.waiting} aria-busy>
              {waiting}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
