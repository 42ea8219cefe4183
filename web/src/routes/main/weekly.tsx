import { createFileRoute } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { periodListQuery, periodSearch } from '#web/features/leads/periods/period.queries.ts';
import { PeriodPage } from '#web/features/leads/periods/period-page.tsx';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/weekly')({
  ...listUrl(periodSearch),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(periodListQuery('weekly', deps)),
  component: () => <PeriodPage period="weekly" search={Route.useSearch()} centerSelect={<CenterSelect />} />,
});
