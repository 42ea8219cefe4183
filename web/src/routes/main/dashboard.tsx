import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { leadCountsQuery } from '#web/features/leads/leads.queries.ts';
import { PeriodLink } from '#web/features/leads/period-link.tsx';
import { StatusCards } from '#web/features/leads/status-cards.tsx';
import { Page } from '#web/ui/page.tsx';

export const Route = createFileRoute('/main/dashboard')({
  loaderDeps: ({ search: { serviceCenter } }) => ({ serviceCenter }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter)),
  component: Dashboard,
});

function Dashboard() {
  const t = useTranslations('dashboard');
  const { serviceCenter } = Route.useSearch();
  return (
    <Page title={t('title')} action={<PeriodLink />}>
      <StatusCards serviceCenter={serviceCenter} to="/main/leadsByStatus/$status" />
    </Page>
  );
}
