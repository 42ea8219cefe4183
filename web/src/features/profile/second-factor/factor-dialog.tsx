import { useTranslations } from 'use-intl';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { AppStep } from './app-step.tsx';
import { CodesStep } from './codes-step.tsx';
import { PasswordStep } from './password-step.tsx';
import type { FactorFlow, useFactorFlow } from './use-factor-flow.ts';

type FactorDialogProps = {
  flow: FactorFlow;
  on: ReturnType<typeof useFactorFlow>;
  isReplacing: boolean;
  onClose: () => void;
};

export function FactorDialog({ flow, on, isReplacing, onClose }: FactorDialogProps) {
  return (
    <Dialog key={flow.at} isTall title={useTitle(flow)} onClose={onClose}>
      <FactorStep flow={flow} on={on} isReplacing={isReplacing} />
    </Dialog>
  );
}

function useTitle(flow: FactorFlow): string {
  const t = useTranslations('profile.secondFactor');
  if (flow.at === 'app') return t('setUpTitle');
  if (flow.at === 'codes') return t('codesTitle');
  return t(({ app: 'passwordTitle', codes: 'newCodesTitle', off: 'turnOffTitle' } as const)[flow.why]);
}

function FactorStep({ flow, on, isReplacing }: Omit<FactorDialogProps, 'onClose'>) {
  const t = useTranslations('profile.secondFactor');
  if (flow.at === 'app')
    return (
      <AppStep
        offer={flow.offer}
        submit={t(isReplacing ? 'confirmReplacement' : 'confirm')}
        onAdded={on.added}
      />
    );
  if (flow.at === 'codes') return <CodesStep codes={flow.codes} onDone={on.close} />;
  const { why } = flow;
  const texts = { app: 'passwordText', codes: 'newCodesText', off: 'turnOffText' } as const;
  const submits = { app: 'continue', codes: 'newCodes', off: 'turnOff' } as const;
  return (
    <PasswordStep
      text={t(texts[why])}
      submit={t(submits[why])}
      isDestructive={why === 'off'}
      act={(password) => on.withPassword(why, password)}
    />
  );
}
