import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { listCustomers } from '#contract/customers.ts';
import { listLeadsByPeriod, listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { listLeads } from '#contract/leads/leads.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { keepSearch } from '#web/lib/url/kept-search.ts';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

const tabs = [
  { to: '/main/managementLeads', label: 'overview', needs: listManagementLeads },
  { to: '/main/leads', label: 'all', needs: listLeads },
  { to: '/main/daily', label: 'daily', needs: listLeadsByPeriod },
  { to: '/main/weekly', label: 'weekly', needs: listLeadsByPeriod },
  { to: '/main/monthly', label: 'monthly', needs: listLeadsByPeriod },
  { to: '/main/customers', label: 'customers', needs: listCustomers },
] as const;

/** From one list of leads to another, those that the employee's level may see; a search goes along. */
export function LeadTabs() {
  const t = useTranslations('periodLeads');
  const level = useSession()?.level;
  return (
    <TabBar label={t('tabs')}>
      {tabs
        .filter(({ needs }) => mayCall(needs, level))
        .map(({ to, label }) => (
          <Link key={to} to={to} search={keepSearch} activeOptions={{ includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
    </TabBar>
  );
}
