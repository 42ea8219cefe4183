import { createFileRoute } from '@tanstack/react-router';
import { AskForInvitation } from '#web/features/auth/link-gone.tsx';
import { fetchEmailOfLink } from '#web/features/auth/mailed-link.ts';
import { RegisterForm } from '#web/features/auth/register-form.tsx';

export const Route = createFileRoute('/auth/register/$token')({
  loader: async ({ params }) => ({ email: await fetchEmailOfLink(params.token, 'invitation') }),
  component: RegisterInvited,
});

function RegisterInvited() {
  const { token } = Route.useParams();
  const { email } = Route.useLoaderData();
  return email ? <RegisterForm invitation={{ token, email }} /> : <AskForInvitation isGone />;
}
