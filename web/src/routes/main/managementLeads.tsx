import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { countLeadsByCenter } from '#contract/leads/lead-oversight.ts';
import { countLeadsByStatus } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { LeadCountsByCenter } from '#web/features/leads/lists/center-counts.tsx';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { LeadStatusCards } from '#web/features/leads/lists/status-cards.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/managementLeads')({
  loaderDeps: ({ search: { serviceCenter } }) => ({ serviceCenter }),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
    void queryClient.prefetchQuery(endpointQuery(countLeadsByCenter));
  },
  component: ManagementLeads,
});

function ManagementLeads() {
  const t = useTranslations('managementLeads');
  const { serviceCenter } = Route.useSearch();
  return (
    <Page title={t('title')} action={<CenterSelect />} tabs={<LeadTabs current="all" />}>
      <LeadStatusCards serviceCenter={serviceCenter} to="/main/manageMentLead/$status" />
      <LeadCountsByCenter only={serviceCenter} />
    </Page>
  );
}
