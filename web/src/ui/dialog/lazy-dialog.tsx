import type { ComponentType } from 'react';
import { type MessageKeys, type Messages, type NestedKeyOf, useTranslations } from 'use-intl';
import { DialogLoading } from './dialog-loading.tsx';
import { type LazyPart, lazyPart, useLazyPart } from './lazy-part.ts';

type Closable = { onClose: () => void };
type TextKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/**
 * A dialog whose code is fetched when the page is idle, or when it opens. Until then a frame takes what is typed;
 * offline it says so and retries.
 *
 * @param load its module.
 * @param name its export there.
 * @param title of the frame.
 * @param fields that the frame hints at; 0 for a question.
 */
export function lazyDialog<Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  title: TextKey,
  fields = 0,
): (props: Props) => React.JSX.Element {
  const part = lazyPart<ComponentType<Props>>(async () => (await load())[name]);
  return (props) => <Waiting part={part} title={title} fields={fields} props={props} />;
}

type WaitingProps<Props> = {
  part: LazyPart<ComponentType<Props>>;
  title: TextKey;
  fields: number;
  props: Props;
};

function Waiting<Props extends Closable>({ part, title, fields, props }: WaitingProps<Props>) {
  const t = useTranslations();
  const { Part, failure, onRetry } = useLazyPart(part);
  if (Part) return <Part {...props} />;
  return (
    <DialogLoading
      title={t(title as 'leads.update')}
      fields={fields}
      error={failure}
      onRetry={onRetry}
      onClose={props.onClose}
    />
  );
}
