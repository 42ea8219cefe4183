import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { byStatus, leadCountsQuery } from '#web/features/leads/record/leads.queries.ts';
import { keepSearch, keepStatusFilters } from '#web/lib/url/kept-search.ts';
import { Count } from '#web/ui/feedback/count.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

/**
 * Tabs of all leads and each status, with counts, for levels without status links in their menu. Filters go along.
 */
export function StatusTabs({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { data } = useQuery(leadCountsQuery(serviceCenter));
  const counts = data && byStatus(data);
  const ofStatus = leadStatuses.map((status) => ({
    key: status,
    to: '/main/leadsByStatus/$status' as const,
    params: { status },
    search: keepStatusFilters,
    text: (
      <StatusDot status={status}>
        {leads(`statuses.${status}`)} <Count>{counts && format.number(counts[status])}</Count>
      </StatusDot>
    ),
  }));
  const all = { key: 'all', to: '/main/leads' as const, search: keepSearch, text: t('allLeads') };
  return <TabBar label={t('statuses')} tabs={[all, ...ofStatus]} />;
}
