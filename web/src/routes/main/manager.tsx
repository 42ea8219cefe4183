import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { managerSearch } from '#web/features/employees/employees-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/manager')({
  ...listUrl(managerSearch),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(employeeListQuery(deps.level, deps)),
  component: Manager,
});

function Manager() {
  const search = Route.useSearch();
  return <EmployeesPage level={search.level} search={search} />;
}
