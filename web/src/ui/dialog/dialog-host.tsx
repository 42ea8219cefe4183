import { type ComponentType, useEffect } from 'react';
import type { MessageKeys, Messages, NestedKeyOf } from 'use-intl';
import type { Level } from '#contract/levels.ts';
import { usePlaceQuestion } from '#web/lib/bookings/place-question.ts';
import { runWhenIdle } from '#web/lib/browser/when-idle.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { formatDialogs } from '#web/lib/url/dialog-search.ts';
import { announceDialogDone, useDialogs, useOpenDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { type LazyPart, lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { IsDialogCovered } from './covered.ts';
import { dialogFallback } from './lazy-dialog.tsx';

/**
 * Props of a dialog of the URL. `id` is that of its record, empty for a new one. `onDone` says that it has done what it is for; true: a
 * screen has heard it.
 */
export type DialogProps = { id: string; onDone: () => boolean; onClose: () => void };

type UrlDialog = { levels: readonly Level[]; Dialog: LazyPart<DialogProps> };

/** The dialogs of a feature by their names in the URL. */
export type DialogTable<Name extends string> = Readonly<Record<Name, UrlDialog>>;

/**
 * Declares a dialog of the URL.
 *
 * @param levels who may open it; for others it does not exist.
 * @param load its module.
 * @param name its export there.
 * @param title of the frame that shows until its code is there, or if that is lost.
 * @param fields that the frame hints at; 0 for a question.
 */
export function urlDialog<Name extends string>(
  levels: readonly Level[],
  load: () => Promise<Record<Name, ComponentType<DialogProps>>>,
  name: Name,
  title: MessageKeys<Messages, NestedKeyOf<Messages>>,
  fields = 0,
): UrlDialog {
  return { levels, Dialog: lazyPart(load, name, { ...dialogFallback(title, fields), isRare: true }) };
}

/** Fetches the code of a table's dialogs that the employee's level may open, while the page is idle. */
export function prefetchDialogs(table: DialogTable<string>): void {
  const level = session.get()?.level;
  if (!level) return;
  const own = Object.values(table).filter(({ levels }) => levels.includes(level));
  runWhenIdle(own.map(({ Dialog }) => Dialog.preload));
}

/** Shows the dialogs of the URL, each in front of the one before it. */
export function DialogHost({ table }: { table: DialogTable<string> }) {
  const level = useSession()?.level;
  const { closeDialog } = useDialogs();
  const { correctUrl } = useListUrl();
  const asked = useOpenDialogs();
  const isQuestionInFront = usePlaceQuestion() !== undefined;
  const open = asked.flatMap(({ name, id }) => {
    const dialog = Object.hasOwn(table, name) ? table[name] : undefined;
    return dialog && level && dialog.levels.includes(level) ? { name, id, Dialog: dialog.Dialog } : [];
  });
  const isWrong = open.length < asked.length;
  const right = formatDialogs(open);
  useEffect(() => {
    if (isWrong) correctUrl({ dialog: right });
  }, [isWrong, right, correctUrl]);
  return open.map(({ name, id, Dialog }, at) => (
    <IsDialogCovered key={`${name} ${id.split('.')[0]}`} value={isQuestionInFront || at < open.length - 1}>
      <Dialog id={id} onDone={() => announceDialogDone(name)} onClose={closeDialog} />
    </IsDialogCovered>
  ));
}
