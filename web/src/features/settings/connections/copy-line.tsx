import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/browser/copy-text.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import classes from './connections.module.css';

/** Shows a text with a button that copies it. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const t = useTranslations('intake.connections.secret');
  const copy = () =>
    copyText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('notCopied')),
    );
  return (
    <div className={classes.line}>
      <div>
        <p className="quiet">{label}</p>
        <pre className="code-block">{text}</pre>
      </div>
      <Button variant="default" size="xs" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </div>
  );
}
