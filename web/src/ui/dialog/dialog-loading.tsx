import { CloseButton } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { returnToPlace } from '#web/ui/keys/focus-place.ts';
import { keepTyped } from '#web/ui/keys/typed-ahead.ts';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import frame from './dialog.module.css';
import classes from './dialog-loading.module.css';

type DialogLoadingProps = {
  title: string;
  /** To hint at; 0 for a question. */
  fields: number;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
};

/**
 * A dialog whose code or record loads, or failed to. What is typed goes to the form's first field. A native
 * `<dialog>`, it shows before any dialog's code is there.
 */
export function DialogLoading({ title, fields, error, onRetry, onClose }: DialogLoadingProps) {
  const t = useTranslations('ui');
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typing = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    typing.current?.focus();
    return () => void setTimeout(returnToPlace);
  }, []);
  useEffect(() => () => void setTimeout(() => keepTyped(''), 1_000), []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-tall={fields > 0 || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={frame.header}>
        <h2 id={titleId} className={frame.title}>
          {title}
        </h2>
        <CloseButton aria-label={t('close')} iconSize={18} onClick={onClose} />
      </div>
      {error ? (
        <div className={classes.failed}>
          <LoadFailed error={error} onRetry={onRetry} />
        </div>
      ) : (
        <div aria-busy className={classes.fields}>
          <input
            ref={typing}
            data-typed-ahead
            className="visually-hidden"
            aria-label={t('loading')}
            autoComplete="off"
            onChange={(event) => keepTyped(event.currentTarget.value)}
          />
          {[...Array(Math.max(fields, 1)).keys()].map((field) => (
            <Skeleton key={field} width="100%" height={56} />
          ))}
        </div>
      )}
    </dialog>
  );
}
