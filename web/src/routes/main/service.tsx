import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { listRouteOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/service')({
  ...listRouteOptions(employeesSearch, (search) => employeeListQuery('service', search)),
  component: () => <EmployeesPage level="service" search={Route.useSearch()} />,
});
