import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { emailAddressBody, requestInvitation } from '#contract/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { AuthCard, LoginLink, NoMailServer } from './auth-card.tsx';

/** Says that a link for a new password has expired, and leads to asking for another one. */
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

/** Says that an invitation that is pending can be emailed again. @param isGone whether a link to one has expired. */
export function AskForInvitation({ isGone }: { isGone: boolean }) {
  const t = useTranslations('authPages.linkGone');
  const auth = useTranslations('auth');
  const pages = useTranslations('authPages');
  const { mail } = useDealer();
  const [asked, setAsked] = useState<string>();
  const { form, submit, isSaving, failure } = useForm({
    schema: emailAddressBody,
    record: { email: '' },
    async save(body) {
      setAsked(undefined);
      await call(requestInvitation, { body });
      setAsked(body.email);
    },
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
      onSubmit={submit}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={auth('email')}
        autoComplete="username"
      />
      <Button type="submit" fullWidth loading={isSaving}>
        {t(isGone ? 'requestInvitation' : 'ask')}
      </Button>
      <div role="status" className="auth-fields">
        {asked && (
          <p className="auth-note">
            {t(mail === 'smtp' ? 'requested' : 'written', { email: asked })}{' '}
            {t(isGone ? 'expired' : 'notInvited')}
          </p>
        )}
        {asked && <NoMailServer />}
      </div>
      {failure}
    </AuthCard>
  );
}
