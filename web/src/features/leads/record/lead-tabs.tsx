import { useTranslations } from 'use-intl';
import { listCustomers } from '#contract/customers.ts';
import { listBulks } from '#contract/leads/lead-bulk.ts';
import { listLeadsByPeriod, listManagementLeads, listNeglected } from '#contract/leads/lead-oversight.ts';
import { listLeads } from '#contract/leads/leads.ts';
import { keepSearch } from '#web/lib/url/kept-search.ts';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

const tabs = [
  { to: '/main/managementLeads', key: 'overview', needs: listManagementLeads },
  { to: '/main/today', key: 'today', needs: listManagementLeads },
  { to: '/main/leads', key: 'all', needs: listLeads },
  { to: '/main/daily', key: 'daily', needs: listLeadsByPeriod },
  { to: '/main/weekly', key: 'weekly', needs: listLeadsByPeriod },
  { to: '/main/monthly', key: 'monthly', needs: listLeadsByPeriod },
  { to: '/main/neglected', key: 'neglected', needs: listNeglected },
  { to: '/main/customers', key: 'customers', needs: listCustomers },
  { to: '/main/bulkChanges', key: 'bulkChanges', needs: listBulks },
] as const;

/** Between the lead lists that the level may see; a search goes along. */
export function LeadTabs() {
  const t = useTranslations('periodLeads');
  return (
    <TabBar label={t('tabs')} tabs={tabs.map((tab) => ({ ...tab, text: t(tab.key), search: keepSearch }))} />
  );
}
