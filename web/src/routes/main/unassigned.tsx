import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesDefaults, employeesSearch } from '#web/features/employees/employees-search.ts';

export const Route = createFileRoute('/main/unassigned')({
  validateSearch: employeesSearch,
  search: { middlewares: [stripSearchParams(employeesDefaults)] },
  loaderDeps: ({ search: { search, page } }) => ({ search, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(employeeListQuery('unassigned', deps.search, deps.page)),
  component: Unassigned,
});

function Unassigned() {
  return <EmployeesPage level="unassigned" search={Route.useSearch()} />;
}
