import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { forgotPassword } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { requiredText } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

// Whether it is an address at all is the server's to say (specification, section 8: 'No Employee Found').
const forgotForm = z.object({ email: requiredText(textLength.email) });

/** Asks for the mail that sets a new password; once it is sent, says so and offers to send it again. */
export function ForgotForm() {
  const t = useTranslations('auth.forgot');
  const auth = useTranslations('auth');
  const errorText = useErrorText();
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(forgotForm),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const send = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('emailSent')),
    onError: (error) => isNobody(error) && toast.error(t('notFound')),
  });
  const resend = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('emailSent')),
  });

  if (send.isSuccess) {
    return (
      <AuthCard
        title={t('sentTitle')}
        note={t('sentWhy', { email: send.variables })}
        foot={
          <Link to="/auth/login" className={classes.link}>
            {t('backToLogin')}
          </Link>
        }
      >
        <div className={classes.fields}>
          {resend.isError && <Notice>{errorText(resend.error)}</Notice>}
          <Button
            variant="default"
            fullWidth
            loading={resend.isPending}
            onClick={() => resend.mutate(send.variables)}
          >
            {t('resend')}
          </Button>
        </div>
      </AuthCard>
    );
  }

  return (
    <AuthCard
      title={t('title')}
      note={t('why')}
      foot={
        <Link to="/auth/login" className={classes.link}>
          {t('goBack')}
        </Link>
      }
    >
      <form
        className={classes.fields}
        noValidate
        onSubmit={handleSubmit(({ email }) => !send.isPending && send.mutate(email))}
      >
        <TextField
          control={control}
          name="email"
          type="email"
          label={auth('email')}
          autoComplete="username"
          maxLength={textLength.email}
          autoFocus
        />
        {send.isError && !isNobody(send.error) && <Notice>{errorText(send.error)}</Notice>}
        <Button type="submit" fullWidth loading={send.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AuthCard>
  );
}

const isNobody = (error: unknown) => error instanceof ApiError && error.status === 404;
