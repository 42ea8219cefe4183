import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/unassigned')({
  ...listUrl(employeesSearch),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(employeeListQuery('unassigned', deps)),
  component: () => <EmployeesPage level="unassigned" search={Route.useSearch()} />,
});
