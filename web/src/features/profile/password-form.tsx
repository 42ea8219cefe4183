import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/messages.ts';
import { changePassword } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/new-password.ts';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { settingsFields } from '#web/ui/settings-section.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.tsx';
import { sessionsQuery } from './profile.queries.ts';

const passwordForm = z
  .object({
    currentPassword: z.string().min(1, messages.required),
    newPassword: chosenPassword,
    confirmPassword: repeatedPassword,
  })
  .refine(...typedTwice('newPassword'));
type Typed = z.infer<typeof passwordForm>;

/** Changes one's own password; every other session ends. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('profile');
  const client = useQueryClient();
  const errorText = useErrorText();
  const form = useForm<Typed>({
    resolver: zodResolver(passwordForm),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Typed) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess() {
      form.reset();
      toast.success(t('passwordChanged'));
      return client.invalidateQueries(sessionsQuery);
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const guard = useUnsavedGuard(form.formState.isDirty);
  const isBesideField = change.error instanceof ApiError && Object.keys(change.error.fields).length > 0;

  return (
    <>
      <form
        noValidate
        className={settingsFields}
        onSubmit={form.handleSubmit((typed) => !change.isPending && change.mutate(typed))}
      >
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          control={form.control}
          name="currentPassword"
          label={t('currentPassword')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          maxLength={passwordLength.max}
        />
        <NewPasswordFields
          control={form.control}
          name="newPassword"
          confirmName="confirmPassword"
          label={t('newPassword')}
          confirmLabel={t('confirmPassword')}
        />
        {change.isError && !isBesideField && <Notice>{errorText(change.error)}</Notice>}
        <Button type="submit" variant="default" loading={change.isPending}>
          {t('changePassword')}
        </Button>
      </form>
      {guard.question}
    </>
  );
}
