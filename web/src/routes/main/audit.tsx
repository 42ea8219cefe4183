import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { auditQuery } from '#web/features/audit/audit.queries.ts';
import { AuditPage } from '#web/features/audit/audit-page.tsx';
import { auditDefaults, auditSearch } from '#web/features/audit/audit-search.ts';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';

export const Route = createFileRoute('/main/audit')({
  validateSearch: auditSearch,
  search: { middlewares: [stripSearchParams(auditDefaults)] },
  loaderDeps: ({ search: { serviceCenter: _serviceCenter, ...narrowing } }) => narrowing,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  component: Audit,
});

function Audit() {
  const { serviceCenter: _serviceCenter, ...search } = Route.useSearch();
  return <AuditPage search={search} tabs={<EmployeeTabs />} />;
}
