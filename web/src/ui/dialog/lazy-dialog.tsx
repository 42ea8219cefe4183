import { CloseButton } from '@mantine/core';
import {
  type ComponentType,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type MessageKeys, type Messages, type NestedKeyOf, useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { returnToPlace } from '#web/ui/keys/focus-place.ts';
import { dropTyped, forgetTypedSoon, goOnTyping, keepTyped } from '#web/ui/keys/typed-ahead.ts';
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
 * @param title of the frame that shows until then.
 * @param fields that the frame hints at; 0 for a question.
 */
export function lazyDialog<Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  title: TextKey,
  fields = 0,
): (props: Props) => React.JSX.Element {
  const part = lazyPart<ComponentType<Props>>(async () => (await load())[name]);
  return (props) => <OfPart part={part} title={title} fields={fields} props={props} />;
}

type OfPartProps<Props> = {
  part: LazyPart<ComponentType<Props>>;
  title: TextKey;
  fields: number;
  props: Props;
};

function OfPart<Props extends Closable>({ part, title, fields, props }: OfPartProps<Props>) {
  const t = useTranslations();
  const query = useLazyPart(part);
  return (
    <LazyDialog query={query} title={t(title)} fields={fields} onClose={props.onClose}>
      {(Part) => <Part {...props} />}
    </LazyDialog>
  );
}

type LazyDialogProps<Data> = Omit<FrameProps, 'error' | 'onRetry'> & {
  /** A query of its record, or its code. */
  query: Waited<Data>;
  children: (data: Data) => ReactNode;
};

type Waited<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

/** A dialog that waits for its code or its record. Until then a frame takes what is typed; offline it says so and retries. */
export function LazyDialog<Data>({ query, children, ...frame }: LazyDialogProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  if (data) return children(data);
  return <Frame {...frame} error={error} onRetry={() => void refetch()} />;
}

/** Its code is fetched when the page is idle, or when it shows. */
type LazyPart<Part> = { fetch: () => Promise<Part>; loaded?: Part };

/** Makes a part of a component, or several. @param load fetches their code. */
export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  const part: LazyPart<Part> = {
    async fetch() {
      part.loaded ??= await load();
      return part.loaded;
    },
  };
  whenIdle([part.fetch]);
  return part;
}

/** @returns the part as `data` once there, why it could not be fetched, and how to retry: what a `LazyDialog` waits for. */
export function useLazyPart<Part>(part: LazyPart<Part>) {
  const [Part, setPart] = useState(() => part.loaded);
  const [failure, setFailure] = useState<ApiError>();
  const isShown = useRef(true);
  const begin = useCallback(() => {
    setFailure(undefined);
    part.fetch().then(
      (loaded) => isShown.current && setPart(() => loaded),
      () => isShown.current && setFailure(new ApiError(0, 'offline', '')),
    );
  }, [part]);
  // Browsers do not refetch a failed module: reload the page once the server is reachable.
  const retry = async () => {
    setFailure(undefined);
    const isReached = await fetch('/health/live', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReached) location.reload();
    else setFailure(new ApiError(0, 'offline', ''));
  };
  useEffect(() => {
    isShown.current = true;
    begin();
    return () => {
      isShown.current = false;
    };
  }, [begin]);
  return { data: Part, error: failure, refetch: () => void retry() };
}

type FrameProps = {
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
function Frame({ title, fields, error, onRetry, onClose }: FrameProps) {
  const t = useTranslations('ui');
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typing = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return () => void setTimeout(returnToPlace);
  }, []);
  // What was typed before goes on here: a dialog may wait for its code, then for its record. Not after a retry, which may load
  // the page anew.
  useLayoutEffect(() => {
    const field = typing.current;
    if (!field) return;
    field.value = goOnTyping();
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  useEffect(() => {
    keepTyped(goOnTyping());
    return forgetTypedSoon;
  }, []);
  const close = () => {
    dropTyped();
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
