import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { resetPassword } from '#contract/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/session/new-password.ts';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { AuthCard } from './auth-card.tsx';
import { ResetLinkGone } from './link-gone.tsx';

const resetForm = z
  .object({ newPassword: chosenPassword, confirmPassword: repeatedPassword })
  .refine(...typedTwice('newPassword'));

type ResetFormProps = { token: string; email: string; onReset: () => void };

/**
 * Sets a new password from an emailed link (specification, section 2). If the link expires meanwhile, says what to do
 * next.
 */
export function ResetForm({ token, email, onReset }: ResetFormProps) {
  const t = useTranslations('auth.reset');
  const register = useTranslations('auth.register');
  const form = useSchemaForm(resetForm, { defaultValues: { newPassword: '', confirmPassword: '' } });
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
  if (reset.error instanceof ApiError && reset.error.status === 404) return <ResetLinkGone />;

  return (
    <AuthCard
      title={t('title')}
      note={t('why', { email })}
      onSubmit={form.handleSubmit((values) => !reset.isPending && reset.mutate(values))}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        control={form.control}
        name="newPassword"
        confirmName="confirmPassword"
        label={t('newPassword')}
        confirmLabel={register('confirmPassword')}
        about={[email]}
        autoFocus
      />
      <FormFailure error={reset.error} />
      <Button type="submit" fullWidth loading={reset.isPending}>
        {t('submit')}
      </Button>
    </AuthCard>
  );
}
