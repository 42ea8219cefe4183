import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { type MessageKeys, type Messages, type NestedKeyOf, useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { DialogLoading } from './dialog-loading.tsx';

type Closable = { onClose: () => void };
type Code<Props> = { fetch: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> };
type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/**
 * A dialog whose code is fetched when the page is idle, or when it opens. Until then its frame takes what is typed;
 * offline it says so and retries.
 *
 * @param load its module.
 * @param name the dialog's export in the module.
 * @param title the text of the frame's title.
 * @param fields how many fields the frame hints at; 0 for a question.
 */
export function lazyDialog<Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  title: TextKey,
  fields = 0,
): (props: Props) => React.JSX.Element {
  const code: Code<Props> = {
    async fetch() {
      code.loaded ??= (await load())[name];
      return code.loaded;
    },
  };
  whenIdle([code.fetch]);
  return (props) => <Waiting code={code} title={title} fields={fields} props={props} />;
}

type WaitingProps<Props> = { code: Code<Props>; title: TextKey; fields: number; props: Props };

function Waiting<Props extends Closable>({ code, title, fields, props }: WaitingProps<Props>) {
  const t = useTranslations();
  const [Modal, setModal] = useState(() => code.loaded);
  const [failure, setFailure] = useState<ApiError>();
  const isOpen = useRef(true);
  const begin = useCallback(() => {
    setFailure(undefined);
    code.fetch().then(
      (loaded) => isOpen.current && setModal(() => loaded),
      () => isOpen.current && setFailure(new ApiError(0, 'offline', '')),
    );
  }, [code]);
  // A browser does not refetch a module that failed: once the server is reachable, reload the page.
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
    isOpen.current = true;
    begin();
    return () => {
      isOpen.current = false;
    };
  }, [begin]);
  if (Modal) return <Modal {...props} />;
  return (
    <DialogLoading
      title={t(title as 'leads.update')}
      fields={fields}
      error={failure}
      onRetry={() => void retry()}
      onClose={props.onClose}
    />
  );
}
