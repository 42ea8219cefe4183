import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/lead-status.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { TabBar } from '#web/ui/tab-bar.tsx';

/** From one status of the leads that management sees to another. */
export function ManagementTabs() {
  const t = useTranslations('managementLeads');
  const leads = useTranslations('leads');
  return (
    <TabBar label={t('statusTabs')}>
      {leadStatuses.map((status) => (
        <Link
          key={status}
          to="/main/manageMentLead/$status"
          params={{ status }}
          activeOptions={{ includeSearch: false }}
        >
          <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
        </Link>
      ))}
    </TabBar>
  );
}
