import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { byStatus, leadCountsQuery } from '#web/features/leads/record/leads.queries.ts';
import { keepSearch, keepStatusFilters } from '#web/lib/url/kept-search.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import classes from './status-tabs.module.css';

/**
 * From all leads to those in one status and back, with how many there are: for levels without status links in their menu. What
 * narrows the one list narrows the next.
 */
export function StatusTabs({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { data } = useQuery(leadCountsQuery(serviceCenter));
  const counts = data && byStatus(data);
  return (
    <TabBar label={t('statuses')}>
      <Link to="/main/leads" search={keepSearch} activeOptions={{ includeSearch: false }}>
        {t('allLeads')}
      </Link>
      {leadStatuses.map((status) => (
        <Link
          key={status}
          to="/main/leadsByStatus/$status"
          params={{ status }}
          search={keepStatusFilters}
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
