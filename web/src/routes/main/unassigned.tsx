import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { listRouteOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/unassigned')({
  ...listRouteOptions(employeesSearch, (search) => employeeListQuery('unassigned', search)),
  component: () => <EmployeesPage level="unassigned" search={Route.useSearch()} />,
});
