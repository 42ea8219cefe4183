import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesDefaults, employeesSearch } from '#web/features/employees/employees-search.ts';

export const Route = createFileRoute('/main/dataEntry')({
  validateSearch: employeesSearch,
  search: { middlewares: [stripSearchParams(employeesDefaults)] },
  // The router takes a path in any case; tabs and menu know the one below.
  beforeLoad({ location: { pathname } }) {
    if (pathname === '/main/dataentry')
      throw redirect({ to: '/main/dataEntry', search: true, replace: true });
  },
  loaderDeps: ({ search: { search, page } }) => ({ search, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(employeeListQuery('dataEntry', deps.search, deps.page)),
  component: DataEntry,
});

function DataEntry() {
  return <EmployeesPage level="dataEntry" search={Route.useSearch()} />;
}
