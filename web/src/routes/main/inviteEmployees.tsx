import { createFileRoute } from '@tanstack/react-router';
import { CenterChoice } from '#web/features/employees/assignment/center-choice.tsx';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';
import { invitesSearch } from '#web/features/invites/invites.queries.ts';
import { InvitesPage } from '#web/features/invites/invites-page.tsx';
import { invitesQuery } from '#web/lib/session/invites.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/inviteEmployees')({
  ...listUrl(invitesSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(invitesQuery),
  component: () => (
    <InvitesPage search={Route.useSearch()} tabs={<EmployeeTabs />} CenterChoice={CenterChoice} />
  ),
});
