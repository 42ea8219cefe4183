import type { KeyboardEvent } from 'react';

/** A form's key handler: Ctrl/Command+Enter saves; with Shift it presses the button marked `data-other`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const form = event.currentTarget;
  const other = event.shiftKey ? form.querySelector<HTMLButtonElement>('button[data-other]') : null;
  if (other) other.click();
  else form.requestSubmit();
}
