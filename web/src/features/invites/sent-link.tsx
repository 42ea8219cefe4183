import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { SentInvite } from '#contract/invites.ts';
import { copyText } from '#web/lib/browser/copy-text.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { LocalLinkNotice } from '#web/ui/feedback/local-link.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import classes from './invites.module.css';

/** Shows the link of an invitation that was just sent, with a button that copies it. */
export function SentInviteLink({ invite, onHide }: { invite: SentInvite; onHide: () => void }) {
  const t = useTranslations('invites');
  const formats = useFormats();
  const label = t('link', { email: invite.email });

  const copy = async () => {
    try {
      await copyText(invite.link);
      toast.success(t('copied'), { id: 'copied' });
    } catch {
      toast.error(t('notCopied'));
    }
  };

  return (
    <section aria-label={label} className={classes.box}>
      <div className={classes.head}>
        <p className={classes.title}>{label}</p>
        <CloseButton aria-label={t('hide')} iconSize={16} onClick={onHide} />
      </div>
      <div className={classes.line}>
        <TextInput
          className={classes.link}
          aria-label={label}
          value={invite.link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      </div>
      <LocalLinkNotice />
      <p className="quiet" role="status">
        {invite.outbox ? t('inOutbox', { folder: invite.outbox }) : t('onItsWay')}{' '}
        {t('linkWhy', { until: formats.day(invite.expiresAt) })}
      </p>
    </section>
  );
}
