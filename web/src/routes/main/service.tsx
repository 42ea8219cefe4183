import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesDefaults, employeesSearch } from '#web/features/employees/employees-search.ts';

export const Route = createFileRoute('/main/service')({
  validateSearch: employeesSearch,
  search: { middlewares: [stripSearchParams(employeesDefaults)] },
  loaderDeps: ({ search: { search, page } }) => ({ search, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(employeeListQuery('service', deps.search, deps.page)),
  component: Service,
});

function Service() {
  return <EmployeesPage level="service" search={Route.useSearch()} />;
}
