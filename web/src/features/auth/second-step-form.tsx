import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { SecondStep } from '#contract/auth.ts';
import { messages } from '#contract/call/messages.ts';
import { finishLoginWithCode } from '#contract/login/second-factor.ts';
import type { SignedInAccount } from '#contract/people.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { retryWhenBusy } from '#web/lib/api/query-client.ts';
import { supportsPasskeys } from '#web/lib/browser/has-passkeys.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { CodeField, TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { AuthCard } from './auth-card.tsx';
import classes from './second-step-form.module.css';

type SecondStepFormProps = {
  step: SecondStep;
  onSignedIn: (account: SignedInAccount) => void;
  // Back to the password; `isTooLate`: the step expired.
  onStartAgain: (isTooLate: boolean) => void;
};

const codeForm = z.object({ code: z.string().trim().min(1, messages.required) });

type Way = 'passkey' | 'app' | 'recoveryCode';

const PasskeyForm = lazyPart(() => import('./passkey-form.tsx'), 'PasskeyForm', {
  waiting: () => <Skeleton height={36} />,
  isRare: true,
});

/** Shows the second step of a login, with a choice of its ways: passkey, authenticator app or recovery code. */
export function SecondStepForm({ step, onSignedIn, onStartAgain }: SecondStepFormProps) {
  const t = useTranslations('auth.secondStep');
  const dealer = useDealer().name || 'Pitlane';
  const ways: Way[] = [
    ...(step.hasPasskey && supportsPasskeys() ? (['passkey'] as const) : []),
    ...(step.hasApp ? (['app'] as const) : []),
    'recoveryCode',
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'recoveryCode');
  const titles = { passkey: 'passkeyTitle', app: 'title', recoveryCode: 'recoveryTitle' } as const;
  const notes = { passkey: t('passkey'), app: t('app', { dealer }), recoveryCode: t('recovery') };
  const switches = { passkey: 'usePasskey', app: 'useApp', recoveryCode: 'useRecoveryCode' } as const;
  return (
    <AuthCard
      title={t(titles[way])}
      tab={t('tab')}
      note={notes[way]}
      foot={
        <>
          {way === 'recoveryCode' && <span>{t('lost')}</span>}
          <Button variant="subtle" onClick={() => onStartAgain(false)}>
            {t('back')}
          </Button>
        </>
      }
    >
      <div className={classes.ways}>
        {way === 'passkey' ? (
          <PasskeyForm step={step} onSignedIn={onSignedIn} onTooLate={() => onStartAgain(true)} />
        ) : (
          <CodeForm
            key={way}
            isApp={way === 'app'}
            step={step}
            onSignedIn={onSignedIn}
            onStartAgain={onStartAgain}
          />
        )}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="default" fullWidth onClick={() => setWay(other)}>
              {t(switches[other])}
            </Button>
          ))}
      </div>
    </AuthCard>
  );
}

function CodeForm({ isApp, step, onSignedIn, onStartAgain }: SecondStepFormProps & { isApp: boolean }) {
  const t = useTranslations('auth.secondStep');
  const auth = useTranslations('auth');
  const finish = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      call(finishLoginWithCode, { body: { token: step.token, code } }),
    retry: retryWhenBusy,
  });
  const { form, submit, isSaving, failure } = useForm({
    schema: codeForm,
    record: { code: '' },
    save: async (typed) => onSignedIn(await finish.mutateAsync(typed)),
    onRefused(error, form) {
      if (error instanceof ApiError && error.status === 401) onStartAgain(true);
      else form.setFocus('code', { shouldSelect: true });
    },
  });
  return (
    <form className={classes.fields} noValidate onSubmit={submit}>
      {isApp ? (
        <CodeField
          control={form.control}
          name="code"
          label={t('code')}
          autoFocus
          onComplete={() => void submit()}
        />
      ) : (
        <TextField
          control={form.control}
          name="code"
          label={t('recoveryCode')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
      )}
      {failure}
      <Button type="submit" fullWidth loading={isSaving}>
        {auth('login')}
      </Button>
    </form>
  );
}
