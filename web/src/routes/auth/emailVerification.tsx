import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { resendCode, verifyEmail, verifyEmailBody } from '#contract/auth.ts';
import { AuthCard, LoginLink, NoMailServer } from '#web/features/auth/auth-card.tsx';
import { readEmailFromFragment } from '#web/features/auth/mailed-link.ts';
import { call } from '#web/lib/api/api.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { CodeField, TextField } from '#web/ui/field/fields.tsx';
import { FormFailure, omitFieldErrors, showFieldErrors } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

export const Route = createFileRoute('/auth/emailVerification')({ component: EmailVerification });

function EmailVerification() {
  // Known from registration or link; else the form asks.
  const address = useLocation({ select: ({ state, hash }) => state.address ?? readEmailFromFragment(hash) });
  const navigate = Route.useNavigate();
  const t = useTranslations('authPages.verify');
  const auth = useTranslations('auth');
  const pages = useTranslations('authPages');
  const isSent = useDealer().mail === 'smtp';
  const { form, submit, isSaving, error, forget } = useForm({
    schema: verifyEmailBody,
    record: { email: address ?? '', code: '' },
    async save(body) {
      await call(verifyEmail, { body });
      toast.success(t('verified'));
      void navigate({ to: '/auth/login', state: { address: body.email }, replace: true });
    },
  });
  const resend = useMutation({
    mutationFn: () => call(resendCode, { body: { email: form.getValues('email') } }),
    onSuccess() {
      forget();
      form.resetField('code');
      toast.success(t(isSent ? 'resent' : 'rewritten'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const askAgain = async () => {
    if (await form.trigger('email', { shouldFocus: true })) resend.mutate();
  };
  const failure = [error, resend.error].find((error) => omitFieldErrors(error, form));

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
      onSubmit={submit}
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
      <Button type="submit" fullWidth loading={isSaving}>
        {t('submit')}
      </Button>
      <Button variant="default" fullWidth loading={resend.isPending} onClick={askAgain}>
        {t('resend')}
      </Button>
    </AuthCard>
  );
}
