import { IconCalendarWeek } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { listCustomers } from '#contract/customers.ts';
import { countDuplicates } from '#contract/duplicates.ts';
import { listImports } from '#contract/imports.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { listLeadsByPeriod, listManagementLeads, listNeglected } from '#contract/leads/lead-oversight.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { countLeadsByStatus, listLeads } from '#contract/leads/leads.ts';
import { toStatusCounts } from '#web/features/leads/record/leads.queries.ts';
import { useUnassignedEnquiries } from '#web/features/leads/record/unassigned-enquiries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { preserveAllFilters, preserveSearch } from '#web/lib/url/preserved-search.ts';
import { Count } from '#web/ui/feedback/count.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { preserveStatusFilters } from './lead-search.ts';

const tabs = [
  { to: '/main/managementLeads', key: 'overview', needs: listManagementLeads },
  { to: '/main/today', key: 'today', needs: listManagementLeads },
  { to: '/main/leads', key: 'all', needs: listLeads },
  { to: '/main/daily', key: 'daily', needs: listLeadsByPeriod },
  { to: '/main/weekly', key: 'weekly', needs: listLeadsByPeriod },
  { to: '/main/monthly', key: 'monthly', needs: listLeadsByPeriod },
  { to: '/main/neglected', key: 'neglected', needs: listNeglected },
  { to: '/main/customers', key: 'customers', needs: listCustomers },
  { to: '/main/bulkChanges', key: 'bulkChanges', needs: listBulkChanges },
  { to: '/main/import', key: 'import', needs: listImports },
] as const;

const duplicatesTab = { to: '/main/duplicates', key: 'duplicates', needs: countDuplicates } as const;
const intakeTab = { to: '/main/intake', key: 'intake', needs: summariseIntake } as const;

/** Tabs between the lead lists that the level may see; a search goes along. */
export function LeadTabs() {
  const t = useTranslations('periodLeads');
  const lists = tabs.map((tab) => ({ ...tab, text: t(tab.key), search: preserveSearch }));
  const counted = [
    { ...duplicatesTab, text: <DuplicatesTab /> },
    { ...intakeTab, text: <IntakeTab /> },
  ];
  return <TabBar label={t('tabs')} tabs={[...lists, ...counted]} />;
}

function DuplicatesTab() {
  const t = useTranslations('periodLeads');
  const format = useFormatter();
  const level = useSession()?.level;
  const { data } = useQuery({ ...endpointQuery(countDuplicates), enabled: mayCall(countDuplicates, level) });
  const count = data?.pairs ? `${format.number(data.pairs)}${data.isCapped ? '+' : ''}` : undefined;
  return (
    <span>
      {t('duplicates')} <Count isShort>{count}</Count>
    </span>
  );
}

function IntakeTab() {
  const t = useTranslations('periodLeads');
  const format = useFormatter();
  const data = useUnassignedEnquiries();
  const waiting = data && data.toPlace + data.failed;
  return (
    <span>
      {t('intake')} <Count isShort>{waiting ? format.number(waiting) : undefined}</Count>
    </span>
  );
}

/**
 * Tabs of all leads and each status, with counts, for levels without status links in their menu. Filters go along.
 */
export function StatusTabs({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { data } = useQuery({
    ...endpointQuery(countLeadsByStatus, { query: { serviceCenter } }),
    placeholderData: keepPreviousData,
  });
  const counts = data && toStatusCounts(data);
  const ofStatus = leadStatuses.map((status) => ({
    key: status,
    to: '/main/leadsByStatus/$status' as const,
    params: { status },
    search: preserveStatusFilters,
    text: (
      <StatusDot status={status}>
        {leads(`statuses.${status}`)} <Count>{counts && format.number(counts[status])}</Count>
      </StatusDot>
    ),
  }));
  const all = { key: 'all', to: '/main/leads' as const, search: preserveSearch, text: t('allLeads') };
  return <TabBar label={t('statuses')} tabs={[all, ...ofStatus]} />;
}

export function ManagementTabs() {
  const t = useTranslations('managementLeads');
  const leads = useTranslations('leads');
  const toStatus = (status: string) => ({
    key: status,
    to: '/main/manageMentLead/$status' as const,
    params: { status },
    search: preserveAllFilters,
  });
  const ofStatus = leadStatuses.map((status) => ({
    ...toStatus(status),
    text: <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>,
  }));
  return (
    <TabBar label={t('statusTabs')} tabs={[{ ...toStatus('all'), text: t('allStatuses') }, ...ofStatus]} />
  );
}

export function PeriodLink() {
  const t = useTranslations('periodLeads');
  return (
    <LinkButton variant="default" leftSection={<IconCalendarWeek size={16} stroke={1.75} />} to="/main/daily">
      {t('byPeriod')}
    </LinkButton>
  );
}
