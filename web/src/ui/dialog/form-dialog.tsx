import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { runAfterFormats } from '#web/ui/field/field-formats.ts';
import { type RestoredDraft, RestoredLine } from '#web/ui/form/drafts.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';
import { startKeyBuffer } from '#web/ui/keys/key-buffer.ts';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { IsDialogCovered } from './covered.ts';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';

type FormDialogProps = {
  title: string;
  submit?: string;
  size?: number;
  isDirty: boolean;
  isSubmitting: boolean;
  isDestructive?: boolean;
  isSubmitDisabled?: boolean;
  onSubmit: (event: FormEvent) => void;
  // Changes the URL, so that the guard can step in.
  onClose: () => void;
  otherSubmit?: { label: string; onSubmit: () => void; goesOn?: true };
  draft?: RestoredDraft;
  failure: ReactNode;
  notice?: ReactNode;
  children: ReactNode;
};

/**
 * Shows a form in a modal, full screen on a phone. Ctrl+Enter saves; leaving asks before discarding changes. After saving, close by
 * `leaveWithoutAsking(onClose)`, as `useForm` does.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, isDirty, isSubmitting, isSubmitDisabled, onSubmit, onClose } = props;
  const { otherSubmit, draft, failure, notice, size = 640, children } = props;
  const isCovered = useContext(IsDialogCovered);
  const t = useTranslations('ui');
  const { submit = t('save') } = props;
  const guard = useUnsavedGuard(isDirty, isCovered);
  const submitOnce = (event: FormEvent) => {
    event.preventDefault();
    if (!isSubmitting) runAfterFormats(() => onSubmit(event));
  };
  const submitOther = () => {
    if (isSubmitting || !otherSubmit) return;
    if (otherSubmit.goesOn) startKeyBuffer();
    runAfterFormats(otherSubmit.onSubmit);
  };
  return (
    <>
      <Dialog
        isTall
        title={title}
        onClose={onClose}
        size={size}
        isFlush
        isCovered={isCovered || guard.isAsking}
      >
        <form noValidate className={classes.form} onSubmit={submitOnce} onKeyDown={submitOnCtrlEnter}>
          <div className={classes.body}>
            <RestoredLine draft={draft} />
            {notice}
            {failure}
            {children}
          </div>
          <div className={classes.footer}>
            <span className={classes.hint}>{!props.isDestructive && t('saveShortcut')}</span>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            {otherSubmit && (
              <Button
                variant="default"
                data-other
                className={classes.other}
                // It leaves the focus: what it does may need nothing of the field that would be judged by being left.
                onMouseDown={(event) => event.preventDefault()}
                onClick={submitOther}
              >
                {otherSubmit.label}
              </Button>
            )}
            <Button
              type="submit"
              color={props.isDestructive ? 'red.9' : undefined}
              loading={isSubmitting}
              disabled={isSubmitDisabled}
            >
              {submit}
            </Button>
          </div>
        </form>
      </Dialog>
      {guard.question}
    </>
  );
}
