import type { KeyboardEvent } from 'react';

/** A form's key handler: Ctrl+Enter (Command+Enter) saves from any field. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
