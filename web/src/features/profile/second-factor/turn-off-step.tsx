import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { startPasskeyConfirmation } from '#contract/login/passkeys.ts';
import type { SecondFactor } from '#contract/login/second-factor.ts';
import { call } from '#web/lib/api/api.ts';
import { supportsPasskeys } from '#web/lib/browser/has-passkeys.ts';
import { signWithPasskey } from '#web/lib/browser/passkeys.ts';
import { useSession } from '#web/lib/session/session.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { showFieldErrors } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { PasskeyFailure } from './passkey-step.tsx';
import type { TurnOffBody } from './use-factor-flow.ts';

const required = z.string().trim().min(1, messages.required);
const turnOffForm = z.object({ password: z.string().min(1, messages.required), code: required });

type TurnOffStepProps = { factor: SecondFactor; turnOff: (body: TurnOffBody) => Promise<unknown> };

/** Asks for the password and a code or passkey before two-step login is turned off. */
export function TurnOffStep({ factor, turnOff }: TurnOffStepProps) {
  const t = useTranslations('profile.secondFactor');
  const employee = useSession();
  const { form, submit, isSaving, error, forget } = useForm({
    schema: turnOffForm,
    record: { password: '', code: '' },
    async save(proof) {
      if (byPasskey.isPending) return;
      byPasskey.reset();
      await turnOff(proof);
    },
  });
  const byPasskey = useMutation({
    mutationFn: async (password: string) =>
      turnOff({ password, passkey: await signWithPasskey(await call(startPasskeyConfirmation, {})) }),
    onError: (error) => showFieldErrors(form, error),
  });
  const isBusy = isSaving || byPasskey.isPending;
  const proveByPasskey = async () => {
    form.clearErrors('code');
    forget();
    if ((await form.trigger('password', { shouldFocus: true })) && !isBusy)
      byPasskey.mutate(form.getValues('password'));
  };
  return (
    <form noValidate className="field-stack" onSubmit={submit}>
      <p className="dimmed">{t('turnOffText')}</p>
      <input type="text" autoComplete="username" value={employee?.email ?? ''} readOnly hidden />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        data-autofocus
      />
      <TextField
        control={form.control}
        name="code"
        label={t(factor.app ? 'anyCode' : 'recoveryCode')}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasskeyFailure error={error ?? byPasskey.error} form={form} />
      <Button type="submit" color="red.9" loading={isSaving}>
        {t('turnOff')}
      </Button>
      {factor.passkeys.length > 0 && supportsPasskeys() && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => void proveByPasskey()}>
          {t('turnOffByPasskey')}
        </Button>
      )}
    </form>
  );
}
