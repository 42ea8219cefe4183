import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { resetPassword } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/new-password.ts';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { ResetLinkGone } from './link-gone.tsx';

const resetForm = z
  .object({ newPassword: chosenPassword, confirmPassword: repeatedPassword })
  .refine(...typedTwice('newPassword'));

type ResetFormProps = { token: string; email: string; onReset: () => void };

/** Sets a new password by a mailed link (specification, section 2). A link that dies meanwhile says what to do next. */
export function ResetForm({ token, email, onReset }: ResetFormProps) {
  const t = useTranslations('auth.reset');
  const register = useTranslations('auth.register');
  const errorText = useErrorText();
  const form = useForm({
    resolver: zodResolver(resetForm),
    mode: 'onTouched',
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const reset = useMutation({
    mutationFn: ({ newPassword }: z.infer<typeof resetForm>) =>
      call(resetPassword, { body: { token, newPassword } }),
    onSuccess() {
      form.reset();
      toast.success(t('done'));
      onReset();
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const failure = reset.error instanceof ApiError ? reset.error : undefined;
  if (failure?.status === 404) return <ResetLinkGone />;
  const isBesideField = failure && Object.keys(failure.fields).length > 0;

  return (
    <AuthCard title={t('title')} note={t('why', { email })}>
      <form
        className={classes.fields}
        noValidate
        onSubmit={form.handleSubmit((values) => !reset.isPending && reset.mutate(values))}
      >
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields
          control={form.control}
          name="newPassword"
          confirmName="confirmPassword"
          label={t('newPassword')}
          confirmLabel={register('confirmPassword')}
          autoFocus
        />
        {reset.isError && !isBesideField && <Notice>{errorText(reset.error)}</Notice>}
        <Button type="submit" fullWidth loading={reset.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AuthCard>
  );
}
