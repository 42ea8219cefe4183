import { createFileRoute } from '@tanstack/react-router';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { EmployeesPage } from '#web/features/employees/employees-page.tsx';
import { managementEmployeesSearch } from '#web/features/employees/employees-search.ts';
import { listRouteOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/manager')({
  ...listRouteOptions(managementEmployeesSearch, (search) => employeeListQuery(search.level, search)),
  component: Manager,
});

function Manager() {
  const search = Route.useSearch();
  return <EmployeesPage level={search.level} search={search} />;
}
