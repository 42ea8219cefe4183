import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { resetPassword } from '#contract/auth.ts';
import { AuthCard } from '#web/features/auth/auth-card.tsx';
import { ResetLinkGone } from '#web/features/auth/link-gone.tsx';
import { fetchEmailOfLink } from '#web/features/auth/mailed-link.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { chosenPassword, matchingPasswords, repeatedPassword } from '#web/lib/session/new-password.ts';
import { session } from '#web/lib/session/session.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { NewPasswordFields } from '#web/ui/field/new-password-fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

export const Route = createFileRoute('/auth/resetEmployeePassword/$token')({
  loader: async ({ params }) => ({ email: await fetchEmailOfLink(params.token, 'passwordReset') }),
  component: ResetPassword,
});

function ResetPassword() {
  const { email } = Route.useLoaderData();
  return email ? <ResetForm email={email} /> : <ResetLinkGone />;
}

const resetForm = z
  .object({ newPassword: chosenPassword, confirmPassword: repeatedPassword })
  .refine(...matchingPasswords('newPassword'));

function ResetForm({ email }: { email: string }) {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  const logout = useLogout();
  const t = useTranslations('authPages.reset');
  const register = useTranslations('authPages.register');
  const { form, submit, isSaving, error, failure } = useForm({
    schema: resetForm,
    record: { newPassword: '', confirmPassword: '' },
    async save({ newPassword }, { form }) {
      await call(resetPassword, { body: { token, newPassword } });
      form.reset();
      toast.success(t('done'));
      if (session.get()) await logout();
      await navigate({ to: '/auth/login', state: { address: email }, replace: true });
    },
  });
  if (error instanceof ApiError && error.status === 404) return <ResetLinkGone />;

  return (
    <AuthCard title={t('title')} note={t('why', { email })} onSubmit={submit}>
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
      {failure}
      <Button type="submit" fullWidth loading={isSaving}>
        {t('submit')}
      </Button>
    </AuthCard>
  );
}
