import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/lead-status.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { TabBar } from '#web/ui/tab-bar.tsx';
import { byStatus, leadCountsQuery } from './leads.queries.ts';
import classes from './status-tabs.module.css';

/** From all leads to those in one status and back, with how many there are: for levels without status links in their menu. */
export function StatusTabs({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { data } = useQuery(leadCountsQuery(serviceCenter));
  const counts = data && byStatus(data);
  return (
    <TabBar label={t('statuses')}>
      <Link to="/main/leads" activeOptions={{ includeSearch: false }}>
        {t('allLeads')}
      </Link>
      {leadStatuses.map((status) => (
        <Link
          key={status}
          to="/main/leadsByStatus/$status"
          params={{ status }}
          activeOptions={{ includeSearch: false }}
        >
          <StatusDot status={status}>
            {leads(`statuses.${status}`)}{' '}
            <span className={classes.count}>{counts && format.number(counts[status])}</span>
          </StatusDot>
        </Link>
      ))}
    </TabBar>
  );
}
