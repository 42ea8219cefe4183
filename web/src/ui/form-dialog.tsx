import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';
import { submitOnCtrlEnter } from './submit-keys.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

type FormDialogProps = {
  title: string;
  /** The words on the saving button. */
  submit: string;
  /** Something was typed that is not saved: leaving asks first. */
  isDirty: boolean;
  isSubmitting: boolean;
  /** Nothing to save, or something still has to be chosen. */
  isSubmitDisabled?: boolean;
  onSubmit: (event: FormEvent) => void;
  /** Leaves by changing the URL, so that the guard can step in. */
  onClose: () => void;
  /** Above the fields: a refusal in a sentence, a conflict to settle. */
  notice?: ReactNode;
  children: ReactNode;
};

/**
 * A form in a modal, whole screen on a phone. Ctrl+Enter saves; Escape, the close button, Back and any link ask before
 * unsaved typing is lost. After saving, close by `leaveFreely(onClose)`.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDirty, isSubmitting, isSubmitDisabled, onSubmit, onClose, notice, children } =
    props;
  const t = useTranslations('ui');
  const guard = useUnsavedGuard(isDirty);
  const submitOnce = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault();
    else onSubmit(event);
  };
  return (
    <>
      <Dialog isTall title={title} onClose={onClose} size={640} isFlush isCovered={guard.isAsking}>
        <form noValidate className={classes.form} onSubmit={submitOnce} onKeyDown={submitOnCtrlEnter}>
          <div className={classes.body}>
            {notice}
            {children}
          </div>
          <footer className={classes.footer}>
            <span className={classes.hint}>{t('saveShortcut')}</span>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting} disabled={isSubmitDisabled}>
              {submit}
            </Button>
          </footer>
        </form>
      </Dialog>
      {guard.question}
    </>
  );
}
