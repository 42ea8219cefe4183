import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Dialog } from './dialog.tsx';

/** The texts and answers of a question. */
export type ConfirmDialogProps = {
  title: string;
  text?: string | undefined;
  confirm: string;
  isDestructive?: boolean;
  isCancelFirst?: boolean;
  isBusy?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks a question with two answers. Focuses the confirming button, unless `isCancelFirst`. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  isDestructive,
  isCancelFirst,
  isBusy,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useTranslations('ui');
  return (
    <Dialog onClose={onCancel} title={title} size={400}>
      {text && <p className="dimmed">{text}</p>}
      <div className="dialog-buttons">
        <Button variant="default" data-autofocus={isCancelFirst || undefined} onClick={onCancel}>
          {cancel ?? t('cancel')}
        </Button>
        <Button
          data-autofocus={!isCancelFirst || undefined}
          color={isDestructive ? 'red.9' : undefined}
          loading={isBusy}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
