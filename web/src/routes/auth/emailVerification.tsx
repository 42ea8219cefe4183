import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { resendCode, verifyEmail } from '#contract/auth.ts';
import { AuthCard, LoginLink } from '#web/features/auth/auth-card.tsx';
import { NoMailServer } from '#web/features/auth/link-gone.tsx';
import { addressInFragment } from '#web/features/auth/mailed-link.ts';
import { call } from '#web/lib/api/api.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { CodeField, TextField } from '#web/ui/field/fields.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { notBeside, showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';

export const Route = createFileRoute('/auth/emailVerification')({ component: EmailVerification });

type Typed = z.infer<typeof verifyEmail.body>;

function EmailVerification() {
  // Known from registration or link; else the form asks.
  const address = useLocation({ select: ({ state, hash }) => state.address ?? addressInFragment(hash) });
  const navigate = Route.useNavigate();
  const t = useTranslations('authPages.verify');
  const auth = useTranslations('auth');
  const pages = useTranslations('authPages');
  const isSent = useDealer().mail === 'smtp';
  const form = useSchemaForm(verifyEmail.body, { defaultValues: { email: address ?? '', code: '' } });
  const verify = useMutation({
    mutationFn: (body: Typed) => call(verifyEmail, { body }),
    onSuccess(_ok, { email }) {
      toast.success(t('verified'));
      void navigate({ to: '/auth/login', state: { address: email }, replace: true });
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const resend = useMutation({
    mutationFn: () => call(resendCode, { body: { email: form.getValues('email') } }),
    onSuccess() {
      verify.reset();
      form.resetField('code');
      toast.success(t(isSent ? 'resent' : 'rewritten'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const askAgain = async () => {
    if (await form.trigger('email', { shouldFocus: true })) resend.mutate();
  };
  const failure = [verify.error, resend.error].find((error) => notBeside(error, form));

  return (
    <AuthCard
      title={t('title')}
      note={address ? t(isSent ? 'sent' : 'written', { email: address }) : t('why')}
      foot={
        <>
          <span>{t('noEmail')}</span>
          <LoginLink>{pages('forgot.backToLogin')}</LoginLink>
        </>
      }
      onSubmit={form.handleSubmit((body) => !verify.isPending && verify.mutate(body))}
    >
      {!address && (
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={auth('email')}
          autoComplete="username"
          autoFocus
        />
      )}
      <CodeField control={form.control} name="code" label={t('code')} autoFocus={Boolean(address)} />
      <NoMailServer />
      <FormFailure error={failure} form={form} />
      <Button type="submit" fullWidth loading={verify.isPending}>
        {t('submit')}
      </Button>
      <Button variant="default" fullWidth loading={resend.isPending} onClick={askAgain}>
        {t('resend')}
      </Button>
    </AuthCard>
  );
}
