import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { listCustomers } from '#contract/customers.ts';
import { listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { listLeadsByPeriod, listManagementLeads, listNeglected } from '#contract/leads/lead-oversight.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { countLeadsByStatus, listLeads } from '#contract/leads/leads.ts';
import { customerCallingLevels, importLevels } from '#contract/levels.ts';
import { toStatusCounts } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { hasFilters, preserveAllFilters, preserveSearch } from '#web/lib/url/preserved-search.ts';
import { LinkSegments } from '#web/ui/choice/link-segments.tsx';
import { CountBadge } from '#web/ui/feedback/count.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { preserveStatusFilters } from './lead-search.ts';
import classes from './lists.module.css';

// Only management has it.
const MoreTab = lazyPart(() => import('./more-tab.tsx'), 'MoreTab', { waiting: () => <MoreName /> });

function MoreName() {
  return <span>{useTranslations('periodLeads')('more')}</span>;
}

const managementList = '/main/manageMentLead/$status' as const;

// The first that the level may call is the tab's list; import stands in More where the level has it.
const tabs = [
  { key: 'all', to: managementList, params: { status: 'all' }, needs: listManagementLeads },
  { key: 'all', to: '/main/leads', needs: listLeads },
  {
    key: 'byStatus',
    to: '/main/leadsByStatus/$status',
    params: { status: 'pending' },
    needs: { who: ['service'] },
  },
  { key: 'today', to: '/main/today', needs: listManagementLeads },
  { key: 'today', to: '/main/daily', needs: listLeadsByPeriod },
  { key: 'bookings', to: '/main/bookings', needs: { who: customerCallingLevels } },
  { key: 'neglected', to: '/main/neglected', needs: listNeglected },
  { key: 'customers', to: '/main/customers', needs: listCustomers },
  { key: 'import', to: '/main/import', needs: { who: importLevels } },
] as const;

type LeadTabsProps = {
  current: (typeof tabs)[number]['key'] | 'more';
  children?: ReactNode;
};

/** Shows the lists of leads that the level may see, and below them what the current one is divided into. A search goes along. */
export function LeadTabs({ current, children }: LeadTabsProps) {
  const t = useTranslations('periodLeads');
  const level = useSession()?.level;
  const hasMore = mayCall(listBulkChanges, level);
  const allowed = tabs.filter(({ key, needs }) => mayCall(needs, level) && !(hasMore && key === 'import'));
  const shown = allowed.filter(({ key }, index) => allowed.findIndex((one) => one.key === key) === index);
  const isManagementList = useIsManagementList();
  return (
    <div className={classes.tabs}>
      {shown.length > 1 && (
        <TabBar
          label={t('tabs')}
          tabs={shown.map(({ needs: _needs, key, ...link }) => ({
            ...link,
            key,
            text: t(key),
            search: key === 'all' && isManagementList ? preserveAllFilters : preserveSearch,
            isCurrent: key === current,
          }))}
        >
          {hasMore && <MoreTab isCurrent={current === 'more'} />}
        </TabBar>
      )}
      {children}
    </div>
  );
}

function useIsManagementList(): boolean {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/main/manageMentLead/') });
}

/** The tabs of all leads, and their statuses with how many leads each has, unless a filter narrows the list. Filters go along. */
export function StatusTabs({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const level = useSession()?.level;
  const isManagementList = useIsManagementList();
  const { status: current } = useParams({ strict: false });
  const isNarrowed = useLocation({ select: ({ search }) => hasFilters(search) });
  const { data } = useQuery({
    ...endpointQuery(countLeadsByStatus, { query: { serviceCenter } }),
    placeholderData: keepPreviousData,
  });
  const counts = data && toStatusCounts(data);
  const mayManage = mayCall(listManagementLeads, level);
  const statuses = leadStatuses.map((status) => ({
    key: status,
    to: mayManage ? managementList : ('/main/leadsByStatus/$status' as const),
    params: { status },
    search: isManagementList ? preserveAllFilters : preserveStatusFilters,
    isCurrent: status === current,
    text: <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>,
    count: (
      <span style={{ visibility: isNarrowed ? 'hidden' : undefined }}>
        <CountBadge>{counts && format.number(counts[status])}</CountBadge>
      </span>
    ),
  }));
  const archived = {
    key: 'archived',
    to: '/main/leads' as const,
    search: (search: Record<string, unknown>) => ({ ...preserveSearch(search), filter: 'archived' as const }),
    activeOptions: {},
    text: leads('archived'),
  };
  return (
    <LeadTabs current="all">
      <LinkSegments label={t('statuses')} links={mayManage ? [...statuses, archived] : statuses} />
    </LeadTabs>
  );
}

const periods = [
  { key: 'queue', to: '/main/today', needs: listManagementLeads },
  { key: 'daily', to: '/main/daily', needs: listLeadsByPeriod },
  { key: 'weekly', to: '/main/weekly', needs: listLeadsByPeriod },
  { key: 'monthly', to: '/main/monthly', needs: listLeadsByPeriod },
] as const;

/** The tabs of leads, and below them those of the day, the week and the month. */
export function TodayTabs() {
  const t = useTranslations('periodLeads');
  const level = useSession()?.level;
  const links = periods
    .filter(({ needs }) => mayCall(needs, level))
    .map(({ key, to }) => ({ key, to, text: t(key), search: preserveSearch }));
  return (
    <LeadTabs current="today">
      <LinkSegments label={t('period')} links={links} />
    </LeadTabs>
  );
}
