import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { changePassword } from '#contract/session.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { chosenPassword, matchingPasswords, repeatedPassword } from '#web/lib/session/new-password.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

const passwordForm = z
  .object({
    currentPassword: z.string().min(1, messages.required),
    newPassword: chosenPassword,
    confirmPassword: repeatedPassword,
  })
  .refine(...matchingPasswords('newPassword'));

/** The form that changes the user's password. */
export function PasswordForm({ name, email }: { name: string; email: string }) {
  const t = useTranslations('profile');
  const { form, ...edited } = useForm({
    schema: passwordForm,
    record: { currentPassword: '', newPassword: '', confirmPassword: '' },
    async save({ currentPassword, newPassword }, { form }) {
      await mutate(changePassword, { body: { currentPassword, newPassword } });
      form.reset();
      toast.success(t('passwordChanged'));
    },
  });

  return (
    <SettingsForm edited={edited} texts={{ save: t('changePassword') }} isSavable>
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
    </SettingsForm>
  );
}
