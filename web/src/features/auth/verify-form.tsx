import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { resendCode, verifyEmail } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { CodeField } from './code-field.tsx';

type Typed = z.infer<typeof verifyEmail.body>;

type VerifyFormProps = {
  /** The address that the code was mailed to, where the registration or the mail's link told it; else it is asked for. */
  address?: string;
  onVerified: (email: string) => void;
};

/** Proves an address by the code that was mailed to it (specification, section 2). */
export function VerifyForm({ address, onVerified }: VerifyFormProps) {
  const t = useTranslations('auth.verify');
  const auth = useTranslations('auth');
  const errorText = useErrorText();
  const form = useForm<Typed>({
    resolver: zodResolver(verifyEmail.body),
    mode: 'onTouched',
    defaultValues: { email: address ?? '', code: '' },
  });
  const verify = useMutation({
    mutationFn: (body: Typed) => call(verifyEmail, { body }),
    onSuccess(_ok, { email }) {
      toast.success(t('verified'));
      onVerified(email);
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const resend = useMutation({
    mutationFn: () => call(resendCode, { body: { email: form.getValues('email') } }),
    onSuccess() {
      verify.reset();
      form.resetField('code');
      toast.success(t('resent'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const askAgain = async () => {
    if (await form.trigger('email', { shouldFocus: true })) resend.mutate();
  };
  const failure = [verify.error, resend.error].find(
    (error) => error && !(error instanceof ApiError && Object.keys(error.fields).length > 0),
  );

  return (
    <AuthCard
      title={t('title')}
      note={address ? t('sent', { email: address }) : t('why')}
      foot={
        <>
          <span>{t('noMail')}</span>
          <Link to="/auth/login" className={classes.link}>
            {auth('forgot.backToLogin')}
          </Link>
        </>
      }
    >
      <form
        className={classes.fields}
        noValidate
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
        {failure && <Notice>{errorText(failure)}</Notice>}
        <Button type="submit" fullWidth loading={verify.isPending}>
          {t('submit')}
        </Button>
        <Button variant="default" fullWidth loading={resend.isPending} onClick={askAgain}>
          {t('resend')}
        </Button>
      </form>
    </AuthCard>
  );
}
