import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  text: string;
  /** What confirming does, on its button. */
  confirm: string;
  /** Red, for what takes something away. */
  isDestructive?: boolean;
  isBusy?: boolean;
  /** Instead of 'Cancel'. */
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is done. The confirming button has the focus: Enter confirms, Escape cancels. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  isDestructive,
  isBusy,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useTranslations('ui');
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} size={400}>
      <p className={classes.text}>{text}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {cancel ?? t('cancel')}
        </Button>
        <Button
          data-autofocus
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
