import { createFileRoute } from '@tanstack/react-router';
import { auditQuery, auditSearch } from '#web/features/audit/audit.queries.ts';
import { AuditPage } from '#web/features/audit/audit-page.tsx';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/audit')({
  ...listUrl(auditSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  component: () => <AuditPage search={Route.useSearch()} tabs={<EmployeeTabs />} />,
});
