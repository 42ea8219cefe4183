import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/center-select.tsx';
import { periodListQuery } from '#web/features/leads/period.queries.ts';
import { PeriodPage } from '#web/features/leads/period-page.tsx';
import { periodDefaults, periodSearch } from '#web/features/leads/period-search.ts';

export const Route = createFileRoute('/main/weekly')({
  validateSearch: periodSearch,
  search: { middlewares: [stripSearchParams(periodDefaults)] },
  loaderDeps: ({ search: { search, page, serviceCenter } }) => ({ search, page, serviceCenter }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(periodListQuery({ period: 'weekly', ...deps })),
  component: Weekly,
});

function Weekly() {
  return <PeriodPage period="weekly" search={Route.useSearch()} centerSelect={<CenterSelect />} />;
}
