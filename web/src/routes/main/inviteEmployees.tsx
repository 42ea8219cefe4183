import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';
import { InvitesPage } from '#web/features/invites/invites-page.tsx';
import { invitesDefaults, invitesSearch } from '#web/features/invites/invites-search.ts';
import { invitesQuery } from '#web/lib/invites.ts';

export const Route = createFileRoute('/main/inviteEmployees')({
  validateSearch: invitesSearch,
  search: { middlewares: [stripSearchParams(invitesDefaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(invitesQuery),
  component: InviteEmployees,
});

function InviteEmployees() {
  return <InvitesPage search={Route.useSearch()} tabs={<EmployeeTabs />} />;
}
