import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FactorStep, type FactorStepProps, useStepTitle } from './factor-step.tsx';

export function FactorDialog({ onClose, ...step }: FactorStepProps & { onClose: () => void }) {
  const title = useStepTitle();
  return (
    <Dialog key={step.flow.at} isTall title={title(step.flow)} onClose={onClose}>
      <FactorStep {...step} />
    </Dialog>
  );
}
