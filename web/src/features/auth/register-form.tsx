import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { registerAccount, registerBody } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { chosenPassword, matchingPasswords, repeatedPassword } from '#web/lib/session/new-password.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { PictureInput } from '#web/ui/field/picture-input.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { AuthCard, LoginLink } from './auth-card.tsx';

const registerForm = registerBody
  .pick({ name: true, email: true })
  .extend({ password: chosenPassword, confirmPassword: repeatedPassword })
  .refine(...matchingPasswords('password'));
type RegisterFormProps = {
  invitation?: { token: string; email: string };
};

/** Registers an account: at once with an `invitation`, else with a code that is emailed. */
export function RegisterForm({ invitation }: RegisterFormProps) {
  const t = useTranslations('authPages.register');
  const navigate = useNavigate();
  const auth = useTranslations('auth');
  const { name, registration } = useDealer();
  const dealer = name || 'Pitlane';
  const isForInvited = !invitation && registration === 'invited';
  const [picture, setPicture] = useState<File>();
  const { form, submit, isSaving, error, forget, failure } = useForm({
    schema: registerForm,
    record: { name: '', email: invitation?.email ?? '', password: '', confirmPassword: '' },
    others: ['dp'],
    async save(fields, { form }) {
      const { confirmPassword: _again, ...account } = fields;
      const creating = call(registerAccount, {
        body: { ...account, level: 'employee', token: invitation?.token },
        files: { dp: picture },
      });
      form.reset();
      setPicture(undefined);
      const { verified, email } = await creating.catch((refusal) => {
        toast.error(t('failed'));
        form.reset(fields, { keepDefaultValues: true, keepFieldsRef: true });
        setPicture(picture);
        throw refusal;
      });
      if (verified) toast.success(t('created'));
      void navigate({
        to: verified ? '/auth/login' : '/auth/emailVerification',
        state: { address: email },
        replace: true,
      });
    },
  });
  const about = form.watch(['name', 'email']);
  const faults = error instanceof ApiError ? error.fields : {};

  return (
    <AuthCard
      title={t('title')}
      note={
        isForInvited
          ? t.rich('onlyInvited', {
              dealer,
              ask: (words) => <Link to="/auth/requestInvitation">{words}</Link>,
            })
          : invitation && t('invited', { dealer })
      }
      foot={
        <>
          {t('hasAccount')}
          <LoginLink>{t('logIn')}</LoginLink>
        </>
      }
      onSubmit={submit}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        required
        withAsterisk={false}
        maxLength={textLength.name}
        autoComplete="name"
        // Left empty, it would turn red and move the link above from under the pointer.
        autoFocus={!isForInvited}
      />
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={auth('email')}
        required
        withAsterisk={false}
        readOnly={Boolean(invitation)}
        maxLength={textLength.email}
        autoComplete="username"
      />
      <NewPasswordFields
        control={form.control}
        name="password"
        confirmName="confirmPassword"
        label={auth('password')}
        confirmLabel={t('confirmPassword')}
        about={about}
      />
      <PictureInput
        isPortrait
        label={t('picture')}
        file={picture}
        onChange={(file) => {
          forget();
          setPicture(file);
        }}
        error={faults.dp}
      />
      {failure}
      <Button type="submit" fullWidth loading={isSaving}>
        {t('submit')}
      </Button>
    </AuthCard>
  );
}
