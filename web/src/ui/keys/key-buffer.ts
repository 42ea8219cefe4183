import { isInDialog } from './focus-return.ts';

let typed = '';
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Adds text to the buffer as if it had been typed before the form was there. */
export function bufferKeys(text: string): void {
  clearTimeout(forgetting);
  typed = text;
}

/** Empties the buffer, unless a form takes it within a second; what is typed after that is another text. */
export function clearKeyBufferSoon(): void {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => bufferKeys(''), 1_000);
}

let stopCatching = (): void => undefined;

function catchKeys(isCaught: () => boolean): AbortSignal {
  stopCatching();
  const stopping = new AbortController();
  const { signal } = stopping;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !isCaught()) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });
  stopCatching = () => stopping.abort();
  return signal;
}

/**
 * Buffers the keys that are pressed before the next form is there, until they are handed over or dropped. Enter does nothing: it meant
 * the form.
 *
 * @param longest in milliseconds, for a form that may not come.
 */
export function startKeyBuffer(longest?: number): void {
  bufferKeys('');
  const signal = catchKeys(() => true);
  if (longest) setTimeout(() => signal.aborted || clearKeyBuffer(), longest);
}

const maxOpeningMs = 2_000;

/** Opens a form by its key: what is typed right after it, before the form is there, is in the form and is no other shortcut. */
export function openByKey(open: () => void): void {
  startKeyBuffer(maxOpeningMs);
  open();
}

/** Stops buffering, as a field takes the keys. @returns what was typed so far. */
export function stopKeyBuffer(): string {
  stopCatching();
  return typed;
}

/** Stops buffering keys and drops those that were. */
export function clearKeyBuffer(): void {
  stopCatching();
  typed = '';
}

const untilFocus = 20;

/**
 * Hands what was typed to the first field of a dialog that has come, as soon as that has the focus; until then it buffers the keys that
 * would go to what is behind.
 *
 * @returns how to stop.
 */
export function flushKeysIntoDialog(): () => void {
  const signal = catchKeys(() => !isInDialog(document.activeElement));
  const onFocus = ({ target }: FocusEvent) => {
    if (takesText(target)) flushKeysIntoFocus();
  };
  document.addEventListener('focusin', onFocus, { signal });
  const handing = setTimeout(() => signal.aborted || flushKeysIntoFocus(), untilFocus);
  return () => {
    clearTimeout(handing);
    if (!signal.aborted) stopCatching();
  };
}

/** Stops buffering keys and inserts those that were into the field with the focus; a field that takes them itself keeps them. */
export function flushKeysIntoFocus(): void {
  stopCatching();
  const text = typed;
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.dataset.typedAhead !== undefined) return;
  typed = '';
  if (text) insertText(field, text);
}

function takesText(
  field: EventTarget | null,
): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLInputElement) return !['radio', 'checkbox', 'file'].includes(field.type);
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
}

/** Inserts text at a field's cursor, as if typed; a select finds its choice by it. */
export function insertText(field: EventTarget | null, text: string): void {
  if (!takesText(field)) return;
  if (field instanceof HTMLSelectElement) {
    for (const key of text)
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return;
  }
  if (field.readOnly) return;
  const at = field.selectionStart ?? field.value.length;
  const value = field.value.slice(0, at) + text + field.value.slice(field.selectionEnd ?? at);
  // React ignores its own setter.
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
