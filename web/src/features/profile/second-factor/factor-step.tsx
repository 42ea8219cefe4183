import { useTranslations } from 'use-intl';
import { AppStep } from './app-step.tsx';
import { CodesStep } from './codes-step.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RenameStep } from './rename-step.tsx';
import { TurnOffStep } from './turn-off-step.tsx';
import type { FactorFlow, useFactorFlow } from './use-factor-flow.ts';

export type FactorStepProps = {
  flow: FactorFlow;
  on: ReturnType<typeof useFactorFlow>;
  isReplacing: boolean;
};

export function useStepTitle(): (flow: FactorFlow) => string {
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

export function FactorStep({ flow, on, isReplacing }: FactorStepProps) {
  const t = useTranslations('profile.secondFactor');
  if (flow.at === 'app')
    return (
      <AppStep
        offer={flow.offer}
        submit={t(isReplacing ? 'confirmReplacement' : 'confirm')}
        onAdded={(added) => on.added(added, isReplacing ? 'replaced' : 'appAdded')}
      />
    );
  if (flow.at === 'passkey')
    return <PasskeyStep offer={flow.offer} onAdded={(added) => on.added(added, 'passkeyAdded')} />;
  if (flow.at === 'rename') return <RenameStep passkey={flow.passkey} rename={on.rename} />;
  if (flow.at === 'off') return <TurnOffStep factor={flow.factor} turnOff={on.turnOff} />;
  if (flow.at === 'codes') return <CodesStep codes={flow.codes} onDone={on.close} />;
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
      act={(password) => on.withPassword(why, password)}
    />
  );
}
