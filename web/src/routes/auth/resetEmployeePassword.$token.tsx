import { createFileRoute } from '@tanstack/react-router';
import { ResetLinkGone } from '#web/features/auth/link-gone.tsx';
import { addressOfLink } from '#web/features/auth/mailed-link.ts';
import { ResetForm } from '#web/features/auth/reset-form.tsx';
import { session } from '#web/lib/session/session.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';

export const Route = createFileRoute('/auth/resetEmployeePassword/$token')({
  loader: async ({ params }) => ({ email: await addressOfLink(params.token, 'passwordReset') }),
  component: ResetPassword,
});

function ResetPassword() {
  const { token } = Route.useParams();
  const { email } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const logout = useLogout();
  const leave = async () => {
    if (session.get()) await logout();
    await navigate({ to: '/auth/login', state: { address: email }, replace: true });
  };
  if (!email) return <ResetLinkGone />;
  return <ResetForm token={token} email={email} onReset={leave} />;
}
