import { useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { keepFilters } from '#web/lib/url/kept-search.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { narrowingNames } from './management-search.ts';

export function ManagementTabs() {
  const t = useTranslations('managementLeads');
  const leads = useTranslations('leads');
  const toStatus = (status: string) => ({
    key: status,
    to: '/main/manageMentLead/$status' as const,
    params: { status },
    search: keepNarrowing,
  });
  const ofStatus = leadStatuses.map((status) => ({
    ...toStatus(status),
    text: <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>,
  }));
  return (
    <TabBar label={t('statusTabs')} tabs={[{ ...toStatus('all'), text: t('allStatuses') }, ...ofStatus]} />
  );
}

const keepNarrowing = keepFilters('search', 'advisor', ...narrowingNames);
