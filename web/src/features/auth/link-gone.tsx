import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { requestInvitation } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

/** What stands behind a link to set a password that was used, has expired or never was: how to get another. */
export function ResetLinkGone() {
  const t = useTranslations('auth.linkGone');
  const auth = useTranslations('auth');
  return (
    <AuthCard
      title={t('resetTitle')}
      note={t('resetWhy')}
      foot={
        <Link to="/auth/login" className={classes.link}>
          {auth('forgot.backToLogin')}
        </Link>
      }
    >
      <Button fullWidth renderRoot={(props) => <Link to="/auth/forgotPassword" {...props} />}>
        {t('requestReset')}
      </Button>
    </AuthCard>
  );
}

/** The same for an invitation; has a pending one mailed again. */
export function InvitationGone() {
  const t = useTranslations('auth.linkGone');
  const auth = useTranslations('auth');
  const errorText = useErrorText();
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(requestInvitation.body),
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  const request = useMutation({
    mutationFn: (email: string) => call(requestInvitation, { body: { email } }),
  });
  return (
    <AuthCard
      title={t('invitationTitle')}
      note={t('invitationWhy')}
      foot={
        <>
          {auth('register.hasAccount')}
          <Link to="/auth/login" className={classes.link}>
            {auth('register.logIn')}
          </Link>
        </>
      }
    >
      <form
        className={classes.fields}
        noValidate
        onSubmit={handleSubmit(({ email }) => !request.isPending && request.mutate(email))}
      >
        <TextField
          control={control}
          name="email"
          type="email"
          label={auth('email')}
          autoComplete="username"
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          {t('requestInvitation')}
        </Button>
        <div role="status">
          {request.isSuccess && (
            <p className={classes.note}>
              {t('requested', { email: request.variables })} {t('expired')}
            </p>
          )}
        </div>
        {request.isError && <Notice>{errorText(request.error)}</Notice>}
      </form>
    </AuthCard>
  );
}
