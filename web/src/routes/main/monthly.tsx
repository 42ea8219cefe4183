import { createFileRoute } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { periodListQuery, periodSearch } from '#web/features/leads/periods/period.queries.ts';
import { PeriodPage } from '#web/features/leads/periods/period-page.tsx';
import { listRoute } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/monthly')({
  ...listRoute(periodSearch, (search) => periodListQuery('monthly', search)),
  component: () => <PeriodPage period="monthly" search={Route.useSearch()} centerSelect={<CenterSelect />} />,
});
