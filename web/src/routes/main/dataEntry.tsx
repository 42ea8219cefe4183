import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { listRoute, spelledAs } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/dataEntry')({
  ...listRoute(employeesSearch, (search) => employeeListQuery('dataEntry', search)),
  beforeLoad: spelledAs('/main/dataEntry'),
  component: () => <EmployeesPage level="dataEntry" search={Route.useSearch()} />,
});
