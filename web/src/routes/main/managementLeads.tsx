import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CenterSelect } from '#web/features/frame/center-select.tsx';
import { LeadTabs } from '#web/features/leads/lead-tabs.tsx';
import { leadCountsQuery } from '#web/features/leads/leads.queries.ts';
import { StatusCards } from '#web/features/leads/status-cards.tsx';
import { Page } from '#web/ui/page.tsx';

export const Route = createFileRoute('/main/managementLeads')({
  loaderDeps: ({ search: { serviceCenter } }) => ({ serviceCenter }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter)),
  component: ManagementLeads,
});

function ManagementLeads() {
  const t = useTranslations('managementLeads');
  const { serviceCenter } = Route.useSearch();
  return (
    <Page title={t('title')} action={<CenterSelect />} tabs={<LeadTabs />}>
      <StatusCards serviceCenter={serviceCenter} to="/main/manageMentLead/$status" />
    </Page>
  );
}
