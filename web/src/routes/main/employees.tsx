import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { levels } from '#contract/levels.ts';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { employeesSearch } from '#web/features/employees/employees-search.ts';
import { OverviewPage } from '#web/features/employees/overview-page.tsx';

export const Route = createFileRoute('/main/employees')({
  validateSearch: employeesSearch.pick({ assign: true, deactivate: true, handOver: true }),
  loader({ context }) {
    for (const level of levels) void context.queryClient.prefetchQuery(employeeListQuery(level));
  },
  component: Employees,
});

function Employees() {
  const title = useTranslations('frame.screens')('employees');
  return <OverviewPage title={title} opened={Route.useSearch()} />;
}
