import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { passwordLength, textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { passkeyName } from '#contract/login/passkeys.ts';
import type { Passkey } from '#contract/login/second-factor.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { copyText } from '#web/lib/browser/copy-text.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PasswordField } from '#web/ui/field/password-field.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { AuthenticatorStep } from './app-step.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import classes from './second-factor.module.css';
import { TurnOffStep } from './turn-off-step.tsx';
import type { SecondFactorFlow, useSecondFactorFlow } from './use-factor-flow.ts';

type FactorStepProps = {
  flow: SecondFactorFlow;
  handlers: ReturnType<typeof useSecondFactorFlow>;
  isReplacing: boolean;
};

/** @returns a function that names the step that a change of the second factor is at. */
export function useFactorStepTitle(): (flow: SecondFactorFlow) => string {
  const t = useTranslations('profile.secondFactor');
  return (flow) => {
    if (flow.at === 'off') return t('turnOffTitle');
    if (flow.at === 'app') return t('setUpTitle');
    if (flow.at === 'passkey') return t('passkeyTitle');
    if (flow.at === 'rename') return t('renameTitle');
    if (flow.at === 'codes') return t('codesTitle');
    const { why } = flow;
    if (why.what === 'remove') return t('removeTitle', { name: why.passkey.name });
    return t(why.what === 'codes' ? 'newCodesTitle' : 'passwordTitle');
  };
}

/** Shows the step that a change of the user's second factor is at. */
export function FactorStep({ flow, handlers, isReplacing }: FactorStepProps) {
  const t = useTranslations('profile.secondFactor');
  if (flow.at === 'app')
    return (
      <AuthenticatorStep
        offer={flow.offer}
        submit={t(isReplacing ? 'confirmReplacement' : 'confirm')}
        onAdded={(added) => handlers.added(added, isReplacing ? 'replaced' : 'appAdded')}
      />
    );
  if (flow.at === 'passkey')
    return <PasskeyStep offer={flow.offer} onAdded={(added) => handlers.added(added, 'passkeyAdded')} />;
  if (flow.at === 'rename') return <RenameStep passkey={flow.passkey} rename={handlers.rename} />;
  if (flow.at === 'off') return <TurnOffStep factor={flow.factor} turnOff={handlers.turnOff} />;
  if (flow.at === 'codes') return <CodesStep codes={flow.codes} onDone={handlers.close} />;
  const { why } = flow;
  const texts = {
    app: 'passwordText',
    passkey: 'passwordText',
    codes: 'newCodesText',
    remove: 'removeText',
  } as const;
  const submits = { app: 'continue', passkey: 'continue', codes: 'newCodes', remove: 'remove' } as const;
  return (
    <PasswordStep
      text={t(texts[why.what])}
      submit={t(submits[why.what])}
      isDestructive={why.what === 'remove'}
      act={(password) => handlers.withPassword(why, password)}
    />
  );
}

/** The dialog of the step that a change of the user's second factor is at. */
export function FactorDialog({ onClose, ...step }: FactorStepProps & { onClose: () => void }) {
  const title = useFactorStepTitle();
  return (
    <Dialog key={step.flow.at} isTall title={title(step.flow)} onClose={onClose}>
      <FactorStep {...step} />
    </Dialog>
  );
}

const passwordForm = z.object({ password: z.string().min(1, messages.required) });

type PasswordStepProps = {
  text: string;
  submit: string;
  isDestructive?: boolean;
  act: (password: string) => Promise<unknown>;
};

function PasswordStep({ text, submit, isDestructive, act }: PasswordStepProps) {
  const t = useTranslations('profile.secondFactor');
  const employee = useSession();
  const {
    form,
    submit: send,
    isSaving,
    failure,
  } = useForm({
    schema: passwordForm,
    record: { password: '' },
    save: ({ password }) => act(password),
  });
  return (
    <form noValidate className="field-stack" onSubmit={send}>
      <p className="dimmed">{text}</p>
      <input type="text" autoComplete="username" value={employee?.email ?? ''} readOnly hidden />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        data-autofocus
      />
      {failure}
      <Button type="submit" color={isDestructive ? 'red.9' : undefined} loading={isSaving}>
        {submit}
      </Button>
    </form>
  );
}

function CodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('profile.secondFactor');
  const email = useSession()?.email ?? '';
  const dealer = useDealer().name;
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await copyText(text);
      toast.success(t('copied'));
    } catch {
      toast.error(t('notCopied'));
    }
  };
  const download = () =>
    saveFile(
      'recovery-codes.txt',
      new Blob([`${t('fileHead', { email, dealer })}\n\n${text}\n`], { type: 'text/plain' }),
    );
  return (
    <div className="field-stack">
      <p className="dimmed">{t('codesWhy')}</p>
      <ul className={classes.codes} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button variant="default" onClick={download}>
          {t('download')}
        </Button>
      </div>
      <Button data-autofocus onClick={onDone}>
        {t('saved')}
      </Button>
    </div>
  );
}

const nameForm = z.object({ name: passkeyName });

type RenameStepProps = { passkey: Passkey; rename: (passkey: Passkey, name: string) => Promise<unknown> };

function RenameStep({ passkey, rename }: RenameStepProps) {
  const t = useTranslations('profile.secondFactor');
  const ui = useTranslations('ui');
  const { form, submit, isSaving, failure } = useForm({
    schema: nameForm,
    record: { name: passkey.name },
    save: ({ name }) => rename(passkey, name),
  });
  return (
    <form noValidate className="field-stack" onSubmit={submit}>
      <TextField
        control={form.control}
        name="name"
        label={t('passkeyName')}
        maxLength={textLength.name}
        autoComplete="off"
        data-autofocus
      />
      {failure}
      <Button type="submit" loading={isSaving}>
        {ui('save')}
      </Button>
    </form>
  );
}
