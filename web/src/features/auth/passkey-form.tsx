import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { SecondStep } from '#contract/auth.ts';
import { finishPasskeyLogin, startPasskeyLogin } from '#contract/login/passkeys.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { NoPasskeyError, signWithPasskey } from '#web/lib/browser/passkeys.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './second-step-form.module.css';

type PasskeyFormProps = {
  step: SecondStep;
  onSignedIn: (account: SignedInAccount) => void;
  onTooLate: () => void;
};

/** Shows the second step of a login by a passkey. `onTooLate` is called once the step's token has expired. */
export function PasskeyForm({ step: { token }, onSignedIn, onTooLate }: PasskeyFormProps) {
  const t = useTranslations('auth.secondStep');
  const errorText = useErrorText();
  const finish = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(startPasskeyLogin, { body: { token } }));
      return call(finishPasskeyLogin, { body: { token, passkey } });
    },
    onSuccess: onSignedIn,
    onError: (error) => error instanceof ApiError && error.status === 401 && onTooLate(),
  });
  return (
    <div className={classes.fields}>
      {finish.error instanceof NoPasskeyError ? (
        <Notice tone="warning">{t('passkeyCancelled')}</Notice>
      ) : (
        finish.error && <Notice>{errorText(finish.error)}</Notice>
      )}
      <Button fullWidth autoFocus loading={finish.isPending} onClick={() => finish.mutate()}>
        {t('confirm')}
      </Button>
    </div>
  );
}
