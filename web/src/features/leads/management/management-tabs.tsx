import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { keepFilters } from '#web/lib/url/kept-search.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { narrowingNames } from './management-search.ts';

const keepNarrowing = keepFilters('search', ...narrowingNames);

/** From one status of the leads that management sees to another, or to all; what narrows the one list narrows the next. */
export function ManagementTabs() {
  const t = useTranslations('managementLeads');
  const leads = useTranslations('leads');
  return (
    <TabBar label={t('statusTabs')}>
      {['all' as const, ...leadStatuses].map((status) => (
        <Link
          key={status}
          to="/main/manageMentLead/$status"
          params={{ status }}
          search={keepNarrowing}
          activeOptions={{ includeSearch: false }}
        >
          {status === 'all' ? (
            t('allStatuses')
          ) : (
            <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
          )}
        </Link>
      ))}
    </TabBar>
  );
}
