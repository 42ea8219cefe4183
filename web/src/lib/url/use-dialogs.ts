import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { formatDialogs, type OpenDialog, parseDialogs } from './dialog-search.ts';
import { useListUrl } from './use-list-url.ts';

/** Gets the table of `routes/main/-dialogs.tsx` added to it, so that only dialogs that are there can be opened. */
export interface DialogRegister {
  isDeclared: true;
}

/** The name of a dialog in the app's table of dialogs. */
export type DialogName = DialogRegister extends { dialogs: infer Table } ? keyof Table & string : string;

/** Writes a dialog for a link, or beside other parameters. */
export function dialogParam(name: DialogName, id = ''): string | undefined {
  return formatDialogs([{ name, id }]);
}

/**
 * Opens and closes the dialogs of the URL. `openDialog` shows one in place of those that are open, to which Back returns,
 * `openDialogAbove` in front of them; `replaceDialog` shows another instead of the one in front, `correctDialog` the same one of another
 * id, both without a step in the history. `closeDialog` closes the one in front: by going back if it was opened here.
 */
export function useDialogs() {
  const router = useRouter();
  const { open, close, replaceRecord, correctUrl } = useListUrl();
  return useMemo(() => {
    const current = () => parseDialogs((router.state.location.search as { dialog?: string }).dialog);
    const below = () => current().slice(0, -1);
    const withTop = (under: readonly OpenDialog[], name: DialogName, id: string) => ({
      dialog: formatDialogs([...under, { name, id }]),
    });
    return {
      openDialog: (name: DialogName, id = '') => open(withTop([], name, id)),
      openDialogAbove: (name: DialogName, id = '') => open(withTop(current(), name, id)),
      replaceDialog: (name: DialogName, id = '') => replaceRecord(withTop(below(), name, id)),
      correctDialog: (name: DialogName, id = '') => correctUrl(withTop(below(), name, id)),
      closeDialog: () => close({ dialog: formatDialogs(below()) }),
    };
  }, [router, open, close, replaceRecord, correctUrl]);
}

/** Returns the dialogs in the URL, from the lowest to the one in front. */
export function useOpenDialogs(): readonly OpenDialog[] {
  const { dialog } = useSearch({ strict: false });
  return useMemo(() => parseDialogs(dialog), [dialog]);
}

const listeners = new Set<(name: string) => boolean>();

/** Runs `act` once a dialog of this name has done what it is for. */
export function useDialogDone(name: DialogName, act: () => void): void {
  const onDone = useEffectEvent((done: string) => {
    if (done !== name) return false;
    act();
    return true;
  });
  useEffect(() => {
    const listener = (done: string) => onDone(done);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** @returns whether a screen has heard it. */
export function announceDialogDone(name: string): boolean {
  return [...listeners].filter((listener) => listener(name)).length > 0;
}
