import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { changePassword } from '#contract/session.ts';
import { change } from '#web/lib/api/change.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/session/new-password.ts';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { settingsFields } from '#web/ui/form/settings-section.tsx';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';

const passwordForm = z
  .object({
    currentPassword: z.string().min(1, messages.required),
    newPassword: chosenPassword,
    confirmPassword: repeatedPassword,
  })
  .refine(...typedTwice('newPassword'));
type Typed = z.infer<typeof passwordForm>;

/** Saving ends the user's other sessions. */
export function PasswordForm({ name, email }: { name: string; email: string }) {
  const t = useTranslations('profile');
  const form = useSchemaForm(passwordForm, {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const save = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Typed) =>
      change(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess() {
      form.reset();
      toast.success(t('passwordChanged'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const guard = useUnsavedGuard(form.formState.isDirty);

  return (
    <>
      <form
        noValidate
        className={settingsFields}
        onSubmit={form.handleSubmit((typed) => !save.isPending && save.mutate(typed))}
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
          about={[name, email]}
        />
        <FormFailure error={save.error} form={form} />
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('changePassword')}
        </Button>
      </form>
      {guard.question}
    </>
  );
}
