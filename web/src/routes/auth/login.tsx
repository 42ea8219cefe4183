import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { login, type SecondStep } from '#contract/auth.ts';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { email } from '#contract/text/text.ts';
import { AuthCard } from '#web/features/auth/auth-card.tsx';
import { SecondStepForm } from '#web/features/auth/second-step-form.tsx';
import { redirectSearch, resolveStartPage } from '#web/features/auth/wanted-page.ts';
import { call } from '#web/lib/api/api.ts';
import { retryWhenBusy } from '#web/lib/api/query-client.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { session } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

export const Route = createFileRoute('/auth/login')({ validateSearch: redirectSearch, component: Login });

const loginForm = z.object({ email, password: z.string().min(1, messages.required) });

function Login() {
  const { redirect } = Route.useSearch();
  const router = useRouter();
  // Of an account just created or recovered.
  const address = useLocation({ select: ({ state }) => state.address ?? '' });
  const t = useTranslations('auth');
  const dealer = useDealer();
  const errorText = useErrorText();
  const [step, setStep] = useState<SecondStep>();
  const [wasTooSlow, setTooSlow] = useState(false);
  const text = useContractText();
  const enter = (employee: SignedInAccount) => {
    toast.success(t('success'));
    session.signIn(employee);
    void router.navigate({ href: resolveStartPage(employee.level, redirect), replace: true });
  };
  const signIn = useMutation({
    mutationFn: (body: z.infer<typeof loginForm>) => call(login, { body }),
    retry: retryWhenBusy,
  });
  const { form, submit, isSaving } = useForm({
    schema: loginForm,
    record: { email: address, password: '' },
    async save(body, { form }) {
      const reply = await signIn.mutateAsync(body);
      setTooSlow(false);
      if (!('secondStep' in reply)) return enter(reply);
      setStep(reply.secondStep);
      form.resetField('password');
    },
  });
  const startAgain = (isTooLate: boolean) => {
    setStep(undefined);
    setTooSlow(isTooLate);
    signIn.reset();
  };
  const reason = redirect === undefined ? undefined : t(session.hasExpired() ? 'expired' : 'returns');

  if (step) return <SecondStepForm step={step} onSignedIn={enter} onStartAgain={startAgain} />;
  return (
    <AuthCard
      title={t('loginTo', { dealer: dealer.name || 'Pitlane' })}
      tab={t('login')}
      note={dealer.isSetUp ? reason : t('notSetUp')}
      foot={
        <Link to="/auth/forgotPassword" className="auth-link">
          {t('forgotLink')}
        </Link>
      }
      onSubmit={submit}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        autoFocus={!address && !signIn.variables}
      />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        autoFocus={Boolean(address)}
      />
      <Button type="submit" fullWidth loading={isSaving}>
        {t('login')}
      </Button>
      {(signIn.isError || wasTooSlow) && (
        <p className="auth-refusal" role="alert">
          {signIn.isError ? errorText(signIn.error) : text(messages.loginStepGone)}
        </p>
      )}
    </AuthCard>
  );
}
