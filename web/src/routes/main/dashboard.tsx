import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PeriodLink } from '#web/features/leads/lists/period-link.tsx';
import { StatusCards } from '#web/features/leads/lists/status-cards.tsx';
import { leadCountsQuery } from '#web/features/leads/record/leads.queries.ts';
import { Page } from '#web/ui/frame/page.tsx';

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
