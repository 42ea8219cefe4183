import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { CenterCounts } from '#web/features/leads/lists/center-counts.tsx';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { StatusCards } from '#web/features/leads/lists/status-cards.tsx';
import { centerCountsQuery, leadCountsQuery } from '#web/features/leads/record/leads.queries.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/managementLeads')({
  loaderDeps: ({ search: { serviceCenter } }) => ({ serviceCenter }),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter));
    void queryClient.prefetchQuery(centerCountsQuery);
  },
  component: ManagementLeads,
});

function ManagementLeads() {
  const t = useTranslations('managementLeads');
  const { serviceCenter } = Route.useSearch();
  return (
    <Page title={t('title')} action={<CenterSelect />} tabs={<LeadTabs />}>
      <StatusCards serviceCenter={serviceCenter} to="/main/manageMentLead/$status" />
      <CenterCounts only={serviceCenter} />
    </Page>
  );
}
