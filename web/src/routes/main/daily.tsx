import { createFileRoute } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { periodListQuery, periodSearch } from '#web/features/leads/periods/period.queries.ts';
import { PeriodPage } from '#web/features/leads/periods/period-page.tsx';
import { listRoute } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/daily')({
  ...listRoute(periodSearch, (search) => periodListQuery('daily', search)),
  component: () => <PeriodPage period="daily" search={Route.useSearch()} centerSelect={<CenterSelect />} />,
});
