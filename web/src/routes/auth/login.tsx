import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation, useRouter } from '@tanstack/react-router';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { login } from '#contract/auth.ts';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { email } from '#contract/text/text.ts';
import classes from '#web/features/auth/auth-card.module.css';
import { AuthCard } from '#web/features/auth/auth-card.tsx';
import { homeOf } from '#web/features/frame/menu/screens.ts';
import { call } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { session } from '#web/lib/session/session.ts';
import { ownPath } from '#web/lib/url/search-params.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';

const loginSearch = z.object({
  /** Only a page of this site is accepted. */
  redirect: z
    .string()
    .optional()
    .catch(undefined)
    .transform((path) => ownPath(path, window.location.origin)),
});

export const Route = createFileRoute('/auth/login')({ validateSearch: loginSearch, component: Login });

const loginForm = z.object({ email, password: z.string().min(1, messages.required) });

function Login() {
  const { redirect } = Route.useSearch();
  const router = useRouter();
  // The email of someone who just created an account or set a password.
  const address = useLocation({ select: ({ state }) => state.address ?? '' });
  const t = useTranslations('auth');
  const dealer = useDealer();
  const errorText = useErrorText();
  const { control, handleSubmit } = useSchemaForm(loginForm, {
    defaultValues: { email: address, password: '' },
  });
  const signIn = useMutation({
    mutationFn: (body: z.infer<typeof loginForm>) => call(login, { body }),
    onSuccess(employee) {
      toast.success(t('success'));
      session.signIn(employee);
      const target = redirect?.startsWith('/main/') ? redirect : homeOf(employee.level);
      void router.navigate({ href: target, replace: true });
    },
  });
  const reason = redirect === undefined ? undefined : t(session.hasExpired() ? 'expired' : 'returns');

  return (
    <AuthCard
      title={t('loginTo', { dealer: dealer.name || 'Pitlane' })}
      tab={t('login')}
      note={dealer.isSetUp ? reason : t('notSetUp')}
      foot={
        <Link to="/auth/forgotPassword" className={classes.link}>
          {t('forgotLink')}
        </Link>
      }
      onSubmit={handleSubmit((body) => !signIn.isPending && signIn.mutate(body))}
    >
      <TextField
        control={control}
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        autoFocus={!address}
      />
      <PasswordField
        control={control}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        autoFocus={Boolean(address)}
      />
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {t('login')}
      </Button>
      {signIn.isError && (
        <p className={classes.refusal} role="alert">
          {errorText(signIn.error)}
        </p>
      )}
    </AuthCard>
  );
}
