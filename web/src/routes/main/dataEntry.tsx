import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl, spelledAs } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/dataEntry')({
  ...listUrl(employeesSearch),
  beforeLoad: spelledAs('/main/dataEntry'),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(employeeListQuery('dataEntry', deps)),
  component: () => <EmployeesPage level="dataEntry" search={Route.useSearch()} />,
});
