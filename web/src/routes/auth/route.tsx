import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { AuthFrame } from '#web/features/auth/auth-card.tsx';
import { redirectSearch, resolveStartPage } from '#web/features/auth/wanted-page.ts';
import { session } from '#web/lib/session/session.ts';

const openToAll = ['/auth/resetEmployeePassword/', '/auth/inviteEmployee', '/auth/twoStepLogin'];

export const Route = createFileRoute('/auth')({
  beforeLoad({ location }) {
    const employee = session.get();
    if (employee && !openToAll.some((path) => location.pathname.startsWith(path)))
      throw redirect({
        href: resolveStartPage(employee.level, redirectSearch.parse(location.search).redirect),
        replace: true,
      });
  },
  component: () => (
    <AuthFrame>
      <Outlet />
    </AuthFrame>
  ),
});
