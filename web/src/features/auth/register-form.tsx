import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { registerAccount, registerBody } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useDealer } from '#web/lib/dealer.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/new-password.ts';
import { TextField } from '#web/ui/fields.tsx';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PictureInput } from '#web/ui/picture-input.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

const registerForm = registerBody
  .pick({ name: true, email: true })
  .extend({ password: chosenPassword, confirmPassword: repeatedPassword })
  .refine(...typedTwice('password'));
type Typed = z.infer<typeof registerForm>;

type RegisterFormProps = {
  /** The mailed invitation that brought somebody here; it fixes the address. */
  invitation?: { token: string; email: string };
  onRegistered: (account: { email: string; verified: boolean }) => void;
};

/** Registration (specification, sections 2, 4 and 5). What was typed is cleared on submit, and comes back if it fails. */
export function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
  const t = useTranslations('auth.register');
  const auth = useTranslations('auth');
  const dealer = useDealer().name || 'Pitlane';
  const errorText = useErrorText();
  const [picture, setPicture] = useState<File>();
  const form = useForm<Typed>({
    resolver: zodResolver(registerForm),
    mode: 'onTouched',
    defaultValues: { name: '', email: invitation?.email ?? '', password: '', confirmPassword: '' },
  });
  const create = useMutation({
    mutationFn: ({ fields: { confirmPassword: _again, ...fields }, dp }: { fields: Typed; dp?: File }) =>
      call(registerAccount, {
        body: { ...fields, level: 'employee', token: invitation?.token },
        files: { dp },
      }),
    onSuccess(account) {
      if (account.verified) toast.success(t('created'));
      onRegistered(account);
    },
    onError(error, { fields, dp }) {
      toast.error(t('failed'));
      form.reset(fields, { keepDefaultValues: true });
      setPicture(dp);
      showFieldErrors(form, error);
    },
  });
  const submit = (fields: Typed) => {
    if (create.isPending) return;
    create.mutate({ fields, dp: picture });
    form.reset();
    setPicture(undefined);
  };
  const faults = create.error instanceof ApiError ? create.error.fields : {};

  return (
    <AuthCard
      title={t('title')}
      note={t(invitation ? 'invited' : 'why', { dealer })}
      foot={
        <>
          {t('hasAccount')}
          <Link to="/auth/login" className={classes.link}>
            {t('logIn')}
          </Link>
        </>
      }
    >
      <form className={classes.fields} noValidate onSubmit={form.handleSubmit(submit)}>
        <TextField
          control={form.control}
          name="name"
          label={t('name')}
          required
          withAsterisk={false}
          maxLength={textLength.name}
          autoComplete="name"
          autoFocus
        />
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={auth('email')}
          description={invitation && t('emailFixed')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        />
        <PictureInput
          isPortrait
          label={t('picture')}
          file={picture}
          onChange={(file) => {
            create.reset();
            setPicture(file);
          }}
          error={faults.dp}
        />
        {create.isError && Object.keys(faults).length === 0 && <Notice>{errorText(create.error)}</Notice>}
        <Button type="submit" fullWidth loading={create.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AuthCard>
  );
}
