import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { getSecondFactor } from '#contract/login/second-factor.ts';
import { getMe } from '#contract/session.ts';
import { AuthCard } from '#web/features/auth/auth-card.tsx';
import { redirectSearch, resolveStartPage } from '#web/features/auth/wanted-page.ts';
import { FactorStep, useFactorStepTitle } from '#web/features/profile/second-factor/factor-dialog.tsx';
import { useSecondFactorFlow } from '#web/features/profile/second-factor/use-factor-flow.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { supportsPasskeys } from '#web/lib/browser/has-passkeys.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';

export const Route = createFileRoute('/auth/twoStepLogin')({
  validateSearch: redirectSearch,
  async beforeLoad({ cause, search }) {
    // They stay until their recovery codes are saved.
    if (cause === 'stay' && session.get()) return;
    // Perhaps set up elsewhere, or not required now. If this fails, the screen's own calls say so.
    await refreshAccount().catch(() => undefined);
    const employee = session.get();
    if (!employee) throw redirect({ to: '/auth/login', search, replace: true });
    if (!employee.needsSecondFactor)
      throw redirect({ href: resolveStartPage(employee.level, search.redirect), replace: true });
  },
  component: Enrolment,
});

async function refreshAccount() {
  if (session.get()) session.refresh(await call(getMe, {}));
}

function Enrolment() {
  const { redirect: wanted } = Route.useSearch();
  const t = useTranslations('profile.secondFactor');
  const router = useRouter();
  const employee = useSession();
  const dealer = useDealer().name;
  const logOut = useLogout();
  const handlers = useSecondFactorFlow();
  const stepTitle = useFactorStepTitle();
  const leave = useMutation({
    mutationFn: refreshAccount,
    onSuccess() {
      const level = session.get()?.level;
      if (level) void router.navigate({ href: resolveStartPage(level, wanted), replace: true });
    },
  });
  const { flow } = handlers;
  if (!employee) return null;
  return (
    <AuthCard
      title={flow ? stepTitle(flow) : t('enrolTitle')}
      note={!flow && t('enrolWhy', { dealer })}
      foot={
        flow?.at !== 'codes' && (
          <>
            <span>{t('loggedInAs', { email: employee.email })}</span>
            <Button variant="subtle" onClick={() => void logOut()}>
              {t('logOut')}
            </Button>
          </>
        )
      }
    >
      <div key={flow?.at} ref={focusFirst} className="field-stack">
        {flow ? (
          <FactorStep
            flow={flow}
            handlers={{ ...handlers, close: () => leave.mutate() }}
            isReplacing={false}
          />
        ) : (
          <Ways add={handlers.add} />
        )}
        <FormFailure error={leave.error} />
      </div>
    </AuthCard>
  );
}

function Ways({ add }: { add: (way: 'app' | 'passkey') => Promise<void> }) {
  const t = useTranslations('profile.secondFactor');
  const { data: factor, isPending } = useQuery(endpointQuery(getSecondFactor));
  const mayAddPasskey = factor?.mayAddPasskey === true && supportsPasskeys();
  if (isPending) return <Skeleton height={36} />;
  return (
    <>
      {mayAddPasskey && (
        <Button data-autofocus autoFocus fullWidth onClick={() => void add('passkey')}>
          {t('enrolPasskey')}
        </Button>
      )}
      <Button
        data-autofocus={!mayAddPasskey || undefined}
        autoFocus={!mayAddPasskey}
        variant={mayAddPasskey ? 'default' : 'filled'}
        fullWidth
        onClick={() => void add('app')}
      >
        {t('enrolApp')}
      </Button>
    </>
  );
}

function focusFirst(step: HTMLElement | null) {
  step?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}
