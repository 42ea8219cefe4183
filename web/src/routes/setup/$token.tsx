import { createFileRoute, useRouter } from '@tanstack/react-router';
import { checkSetUpLink } from '#contract/setup.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { homeOf } from '#web/features/frame/menu/screens.ts';
import { SetUpForm } from '#web/features/setup/set-up-form.tsx';
import { SetUpLinkGone } from '#web/features/setup/set-up-link-gone.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { dealerQuery } from '#web/lib/session/dealer.ts';
import { type Employee, session } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/setup/$token')({
  loader: async ({ params }) => {
    try {
      return await call(checkSetUpLink, { params });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { ok: false as const };
      throw error;
    }
  },
  component: SetUp,
});

function SetUp() {
  const { ok } = Route.useLoaderData();
  const { token } = Route.useParams();
  const { queryClient } = Route.useRouteContext();
  const router = useRouter();
  const finish = async (employee: Employee) => {
    session.signIn(employee);
    await queryClient.invalidateQueries(dealerQuery);
    await router.navigate({ to: homeOf(employee.level), replace: true });
  };
  return <AuthFrame>{ok ? <SetUpForm token={token} onDone={finish} /> : <SetUpLinkGone />}</AuthFrame>;
}
