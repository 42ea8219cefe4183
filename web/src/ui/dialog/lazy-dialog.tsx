import { CloseButton } from '@mantine/core';
import {
  type ComponentType,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type MessageKeys, type Messages, type NestedKeyOf, useTranslations } from 'use-intl';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { restoreFocus } from '#web/ui/keys/focus-return.ts';
import { bufferKeys, clearKeyBuffer, clearKeyBufferSoon, stopKeyBuffer } from '#web/ui/keys/key-buffer.ts';
import { type LazyPart, type LazyPartOptions, lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { LostPart, type LostPartFailure } from '#web/ui/lazy/lost-part.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import frame from './dialog.module.css';
import classes from './lazy-dialog.module.css';

type Closable = { onClose: () => void };
type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/**
 * Declares a dialog whose code is fetched when the page is idle, or when it opens.
 *
 * @param load its module.
 * @param name its export there.
 * @param title of the frame that shows until then, or if the code is lost.
 * @param fields that the frame hints at; 0 for a question.
 */
export function lazyDialog<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  title: TextKey,
  fields = 0,
): LazyPart<Props & Closable> {
  return lazyPart<Name, Props, Props & Closable>(load, name, dialogFallback(title, fields));
}

/** Makes the options of a `lazyPart` that is a dialog: a frame with this title shows until its code is there, or if that is lost. */
export function dialogFallback<Props extends Closable>(title: TextKey, fields = 0): LazyPartOptions<Props> {
  return {
    waiting: ({ onClose }) => <LoadingDialog title={title} fields={fields} onClose={onClose} />,
    failed: ({ onClose }, failure) => (
      <LoadingDialog title={title} fields={fields} failure={failure} onClose={onClose} />
    ),
  };
}

/** Makes the options of a `lazyPart` that is a menu: it shows its button until its code is there, and a dialog if that is lost. */
export function menuFallback<Props extends Closable & { target: ReactNode }>(
  title: TextKey,
): LazyPartOptions<Props> {
  return {
    waiting: ({ target }) => target,
    failed: ({ target, onClose }, failure) => (
      <>
        {target}
        <LoadingDialog title={title} fields={0} failure={failure} onClose={onClose} />
      </>
    ),
  };
}

type CodeFrameProps = Closable & { title: TextKey; fields: number; failure?: LostPartFailure };

/** Shows a dialog's frame while its code loads or, with `failure`, why that is lost. */
export function LoadingDialog({ title, failure, ...frame }: CodeFrameProps) {
  const t = useTranslations();
  return <Frame {...frame} title={t(title)} failed={failure && <LostPart {...failure} />} />;
}

type LazyDialogProps<Data> = Omit<FrameProps, 'failed'> & {
  query: Waited<Data>;
  children: (data: Data) => ReactNode;
};

type Waited<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

/** Shows a dialog that waits for its record. Until then a frame takes what is typed; offline it says so and retries. */
export function RecordDialog<Data>({ query, children, ...frame }: LazyDialogProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  if (data) return children(data);
  return (
    <Frame
      {...frame}
      failed={error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : undefined}
    />
  );
}

type FrameProps = {
  title: string;
  fields: number;
  failed: ReactNode;
  onClose: () => void;
};

function Frame({ title, fields, failed, onClose }: FrameProps) {
  const t = useTranslations('ui');
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typing = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return () => void setTimeout(restoreFocus);
  }, []);
  const isFailed = failed !== undefined;
  // What was typed before goes on here: a dialog may wait for its code, then for its record, or again after a retry.
  useLayoutEffect(() => {
    const field = typing.current;
    if (!field || isFailed) return;
    field.value = stopKeyBuffer();
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [isFailed]);
  useEffect(() => {
    bufferKeys(stopKeyBuffer());
    return clearKeyBufferSoon;
  }, []);
  const close = () => {
    clearKeyBuffer();
    onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    close();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-tall={fields > 0 || undefined}
      aria-labelledby={titleId}
      onCancel={cancel}
      // Before what is behind hears of it: one Escape closes one thing.
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && cancel(event)}
    >
      <div className={frame.header}>
        <h2 id={titleId} className={frame.title}>
          {title}
        </h2>
        <CloseButton aria-label={t('close')} iconSize={18} onClick={close} />
      </div>
      {failed ? (
        <div className={classes.failed}>{failed}</div>
      ) : (
        <div aria-busy className={classes.fields}>
          <input
            ref={typing}
            data-typed-ahead
            className="visually-hidden"
            aria-label={t('loading')}
            autoComplete="off"
            onChange={(event) => bufferKeys(event.currentTarget.value)}
          />
          {[...Array(Math.max(fields, 1)).keys()].map((field) => (
            <Skeleton key={field} width="100%" height={56} />
          ))}
        </div>
      )}
    </dialog>
  );
}
