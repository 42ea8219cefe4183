import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { changePassword } from '#contract/session.ts';
import { change } from '#web/lib/api/change.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/session/new-password.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { settingsFields } from '#web/ui/form/settings-section.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';

const passwordForm = z
  .object({
    currentPassword: z.string().min(1, messages.required),
    newPassword: chosenPassword,
    confirmPassword: repeatedPassword,
  })
  .refine(...typedTwice('newPassword'));
/** Saving ends the user's other sessions. */
export function PasswordForm({ name, email }: { name: string; email: string }) {
  const t = useTranslations('profile');
  const { form, submit, isDirty, isSaving, failure } = useForm({
    schema: passwordForm,
    record: { currentPassword: '', newPassword: '', confirmPassword: '' },
    async save({ currentPassword, newPassword }, { form }) {
      await change(changePassword, { body: { currentPassword, newPassword } });
      form.reset();
      toast.success(t('passwordChanged'));
    },
  });
  const guard = useUnsavedGuard(isDirty);

  return (
    <>
      <form noValidate className={settingsFields} onSubmit={submit}>
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
        {failure}
        <Button type="submit" variant="default" loading={isSaving}>
          {t('changePassword')}
        </Button>
      </form>
      {guard.question}
    </>
  );
}
