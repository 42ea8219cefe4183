import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { listRouteOptions, redirectToCanonicalCase } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/dataEntry')({
  ...listRouteOptions(employeesSearch, (search) => employeeListQuery('dataEntry', search)),
  beforeLoad: redirectToCanonicalCase('/main/dataEntry'),
  component: () => <EmployeesPage level="dataEntry" search={Route.useSearch()} />,
});
