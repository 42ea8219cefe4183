import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { listRoute } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/service')({
  ...listRoute(employeesSearch, (search) => employeeListQuery('service', search)),
  component: () => <EmployeesPage level="service" search={Route.useSearch()} />,
});
