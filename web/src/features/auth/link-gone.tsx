import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { requestInvitation } from '#contract/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { AuthCard, LoginLink } from './auth-card.tsx';

/** Used, expired, or never existed. */
export function ResetLinkGone() {
  const t = useTranslations('authPages.linkGone');
  const pages = useTranslations('authPages');
  return (
    <AuthCard
      title={t('resetTitle')}
      note={t('resetWhy')}
      foot={<LoginLink>{pages('forgot.backToLogin')}</LoginLink>}
    >
      <LinkButton fullWidth to="/auth/forgotPassword">
        {t('requestReset')}
      </LinkButton>
    </AuthCard>
  );
}

/** A pending invitation can be emailed again. @param isGone whether a link to one has expired. */
export function AskForInvitation({ isGone }: { isGone: boolean }) {
  const t = useTranslations('authPages.linkGone');
  const auth = useTranslations('auth');
  const pages = useTranslations('authPages');
  const errorText = useErrorText();
  const { mail } = useDealer();
  const { control, handleSubmit } = useSchemaForm(requestInvitation.body, { defaultValues: { email: '' } });
  const request = useMutation({
    mutationFn: (email: string) => call(requestInvitation, { body: { email } }),
  });
  return (
    <AuthCard
      title={t(isGone ? 'invitationTitle' : 'askTitle')}
      note={t(isGone ? 'invitationWhy' : 'askWhy')}
      foot={
        <>
          {pages('register.hasAccount')}
          <LoginLink>{pages('register.logIn')}</LoginLink>
        </>
      }
      onSubmit={handleSubmit(({ email }) => !request.isPending && request.mutate(email))}
    >
      <TextField control={control} name="email" type="email" label={auth('email')} autoComplete="username" />
      <Button type="submit" fullWidth loading={request.isPending}>
        {t(isGone ? 'requestInvitation' : 'ask')}
      </Button>
      <div role="status" className="auth-fields">
        {request.isSuccess && (
          <p className="auth-note">
            {t(mail === 'smtp' ? 'requested' : 'written', { email: request.variables })}{' '}
            {t(isGone ? 'expired' : 'notInvited')}
          </p>
        )}
        {request.isSuccess && <NoMailServer />}
      </div>
      {request.isError && <Notice>{errorText(request.error)}</Notice>}
    </AuthCard>
  );
}

export function NoMailServer() {
  const t = useTranslations('auth');
  return useDealer().mail === 'outbox' ? <Notice tone="warning">{t('noMailServer')}</Notice> : null;
}
