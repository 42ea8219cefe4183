import { IconLinkOff } from '@tabler/icons-react';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { checkDealerSetUpLink } from '#contract/setup.ts';
import { AuthFrame } from '#web/features/auth/auth-card.tsx';
import { getHomePath } from '#web/features/frame/menu/screens.ts';
import { SetUpForm } from '#web/features/setup/set-up-form.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { dealerQuery, useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { type Employee, session } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { StateMessage } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/setup/$token')({
  loader: async ({ params }) => {
    try {
      return await call(checkDealerSetUpLink, { params });
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
    await router.navigate({ to: getHomePath(employee.level), replace: true });
  };
  return <AuthFrame>{ok ? <SetUpForm token={token} onDone={finish} /> : <SetUpLinkGone />}</AuthFrame>;
}

function SetUpLinkGone() {
  const t = useTranslations('setup');
  const { isSetUp } = useDealer();
  return (
    <StateMessage
      isPage
      icon={<IconLinkOff size={32} stroke={1.5} />}
      title={t('linkGone')}
      why={`${t('linkGoneWhy')} ${t(isSetUp ? 'linkGoneSetUp' : 'linkGoneNot')}`}
      action={isSetUp && <LinkButton to="/auth/login">{t('toLogin')}</LinkButton>}
    />
  );
}
