import type { KeyboardEvent } from 'react';

/**
 * A form's key handler: Ctrl+Enter (Command+Enter) saves from any field; with Shift it presses the form's button marked
 * `data-other`, if any.
 */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const other = event.shiftKey ? form.querySelector<HTMLButtonElement>('button[data-other]') : null;
  if (other) other.click();
  else form.requestSubmit();
}
