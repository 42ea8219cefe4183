import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#web/ui/feedback/status-dot.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './lead-details-dialog.module.css';
import { LeadFacts } from './lead-facts.tsx';
import { leadQuery } from './leads.queries.ts';

/** Shows everything about a lead, to be read. */
export function LeadDetailsDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('leadDetails');
  const leads = useTranslations('leads');
  const level = useSession()?.level;
  const cameFrom = useBackLinkState();
  return (
    <Dialog isTall title={t('title')} size={640} onClose={onClose}>
      <Loaded query={useQuery(leadQuery(id))} instead={<RecordSkeleton />}>
        {(lead) => (
          <>
            <div className={classes.head}>
              <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
              {mayCall(listLeadHistory, level) && (
                <LinkButton
                  variant="default"
                  leftSection={<IconHistory size={16} stroke={1.75} />}
                  to="/main/leadHistory/$entryId"
                  params={{ entryId: lead.entryId }}
                  state={cameFrom}
                >
                  {t('openHistory')}
                </LinkButton>
              )}
            </div>
            <LeadFacts lead={lead} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
