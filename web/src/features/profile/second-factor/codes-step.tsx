import { Button } from '@mantine/core';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { save } from '#web/lib/api/download.ts';
import { copyText } from '#web/lib/browser/copy-text.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { useSession } from '#web/lib/session/session.ts';
import classes from './second-factor.module.css';

/** Shown this once. */
export function CodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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
    save(
      'recovery-codes.txt',
      new Blob([`${t('fileHead', { email, dealer })}\n\n${text}\n`], { type: 'text/plain' }),
    );
  return (
    <div className={classes.step}>
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
