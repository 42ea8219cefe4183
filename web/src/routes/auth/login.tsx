import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { homeOf } from '#web/features/frame/menu/screens.ts';
import { type Employee, session } from '#web/lib/session/session.ts';
import { ownPath } from '#web/lib/url/search-params.ts';

const loginSearch = z.object({
  /** The page to return to; only one of this site is accepted. */
  redirect: z
    .string()
    .optional()
    .catch(undefined)
    .transform((path) => ownPath(path, window.location.origin)),
});

export const Route = createFileRoute('/auth/login')({ validateSearch: loginSearch, component: Login });

function Login() {
  const { redirect } = Route.useSearch();
  const router = useRouter();
  const address = useLocation({ select: ({ state }) => state.address });
  const enter = async (employee: Employee) => {
    session.signIn(employee);
    const target = redirect?.startsWith('/main/') ? redirect : homeOf(employee.level);
    await router.navigate({ href: target, replace: true });
  };
  const reason = redirect === undefined ? undefined : session.hasExpired() ? 'expired' : 'returns';
  return <LoginForm reason={reason} address={address} onSignedIn={enter} />;
}
