import type { KeyboardEvent } from 'react';
import { localStorageValue, useStore } from '#web/lib/browser/store.ts';

/** A key with what it does; `layer`: the part of the page to which it belongs. */
export type Shortcut = { key: string; label: string; layer?: string | undefined; run: () => void };

const singleKeys = localStorageValue(() => 'singleKeys');

/** Returns whether shortcuts of a single key are on in this browser, and a function that switches them. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useStore(singleKeys) !== 'off', (on) => singleKeys.set(on ? null : 'off')];
}

/** Tells whether keys are not for shortcuts: the target is a field or menu, or a dialog is open. */
export function isTyping(target: EventTarget | null): boolean {
  const inField =
    target instanceof HTMLElement &&
    target.closest(
      'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [data-pop-up]',
    );
  return (
    Boolean(inField) || document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null
  );
}

/** Handles keys of a form: Ctrl/Command+Enter saves; with Shift it presses the button marked `data-other`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const other = event.shiftKey ? form.querySelector<HTMLButtonElement>('button[data-other]') : null;
  if (other) other.click();
  else form.requestSubmit();
}
