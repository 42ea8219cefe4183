import { useTranslations } from 'use-intl';
import classes from './connections.module.css';
import { CopyLine } from './copy-line.tsx';

type WhatsAppStepsProps = { address: string; verifyToken: string };

/** What to enter and press at Meta, in its order. */
export function WhatsAppSteps({ address, verifyToken }: WhatsAppStepsProps) {
  const t = useTranslations('intake.connections.secret');
  const steps = useTranslations('intake.connections.secret.whatsAppSteps');
  return (
    <ol className={classes.steps}>
      <li>
        {steps('one')}
        <CopyLine label={t('callback')} text={address} />
        <CopyLine label={t('verifyToken')} text={verifyToken} />
      </li>
      <li>{steps('two')}</li>
      <li>{steps('three')}</li>
      <li>{steps('four')}</li>
    </ol>
  );
}
