import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { managerDefaults, managerSearch } from '#web/features/employees/employees-search.ts';
import { ManagementLevels } from '#web/features/employees/management-levels.tsx';

export const Route = createFileRoute('/main/manager')({
  validateSearch: managerSearch,
  search: { middlewares: [stripSearchParams(managerDefaults)] },
  loaderDeps: ({ search: { level, search, page } }) => ({ level, search, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(employeeListQuery(deps.level, deps.search, deps.page)),
  component: Manager,
});

function Manager() {
  const { level, ...search } = Route.useSearch();
  return <EmployeesPage level={level} search={search} filters={<ManagementLevels value={level} />} />;
}
