import { createFileRoute } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { periodListSearch } from '#web/features/leads/lists/lead-search.ts';
import { PeriodList } from '#web/features/leads/lists/period-list.tsx';
import { periodListQuery } from '#web/features/leads/record/leads.queries.ts';
import { listRouteOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/daily')({
  ...listRouteOptions(periodListSearch, (search) => periodListQuery({ period: 'daily', ...search })),
  component: () => <PeriodList period="daily" url={Route.useSearch()} centerSelect={<CenterSelect />} />,
});
