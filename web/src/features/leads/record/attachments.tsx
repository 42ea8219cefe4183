import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Attachment, downloadAttachment } from '#contract/intake/deliveries.ts';
import { downloadFile } from '#web/lib/api/download.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import classes from './attachments.module.css';

/** Shows the files that came with an enquiry, which the browser saves and never opens. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  const t = useTranslations('leads.attachments');
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('title')}>
      {files.map((file) => (
        <li key={file._id} className={classes.file}>
          <IconPaperclip size={14} stroke={1.75} className={classes.icon} aria-hidden />
          {file.isStored ? <Download file={file} /> : <span>{t('notStored', sizeOf(file))}</span>}
        </li>
      ))}
    </ul>
  );
}

function Download({ file }: { file: Attachment }) {
  const t = useTranslations('leads.attachments');
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await downloadFile(downloadAttachment, { params: { id: file._id } }, () => {});
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button type="button" className={classes.download} aria-busy={isBusy} onClick={() => void start()}>
      {t('file', sizeOf(file))}
    </button>
  );
}

function sizeOf({ name, bytes }: Attachment) {
  const isLarge = bytes >= 1_000_000;
  const size = isLarge ? Math.round(bytes / 100_000) / 10 : Math.ceil(bytes / 1_000);
  return { name, size, unit: isLarge ? 'MB' : 'kB' };
}
