import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { listLeadHistory } from '#contract/lead-history.ts';
import { mayCall } from '#web/lib/may-call.ts';
import { useSession } from '#web/lib/use-session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/list-states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-dot.tsx';
import classes from './lead-details-dialog.module.css';
import { LeadFacts } from './lead-facts.tsx';
import { leadQuery } from './leads.queries.ts';

/** All that is known of a lead, to read; from here its history is one step away for whoever may see it. */
export function LeadDetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('leadDetails');
  const leads = useTranslations('leads');
  const level = useSession()?.level;
  const { data: lead, error, refetch } = useQuery(leadQuery(id));
  return (
    <Dialog isTall title={t('title')} size={640} onClose={onClose}>
      {lead ? (
        <>
          <div className={classes.head}>
            <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
            {mayCall(listLeadHistory, level) && (
              <Button
                variant="default"
                leftSection={<IconHistory size={16} stroke={1.75} />}
                renderRoot={(props) => (
                  <Link to="/main/leadHistory/$entryId" params={{ entryId: lead.entryId }} {...props} />
                )}
              >
                {t('openHistory')}
              </Button>
            )}
          </div>
          <LeadFacts lead={lead} />
        </>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.loading} aria-busy>
          {[70, 40, 55, 60, 45].map((width) => (
            <Skeleton key={width} width={`${width}%`} height={20} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
