let typed = '';
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Keeps what was typed before the form was there. */
export function keepTyped(text: string): void {
  clearTimeout(forgetting);
  typed = text;
}

/** Forgets what was kept, unless a form takes it within a second; what is typed after that is another text. */
export function forgetTypedSoon(): void {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => keepTyped(''), 1_000);
}

let stopCatching = (): void => undefined;

/** Keeps the keys that are pressed before the next form is there, until they are handed over or dropped. Enter does nothing: it meant the form. */
export function catchTyped(): void {
  stopCatching();
  keepTyped('');
  const stopping = new AbortController();
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKey, { capture: true, signal: stopping.signal });
  stopCatching = () => stopping.abort();
}

/** Forgets what was caught: there is no next form. */
export function dropTyped(): void {
  stopCatching();
  typed = '';
}

/** Writes it into the focused field. */
export function handOverTyped(): void {
  stopCatching();
  const text = typed;
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.dataset.typedAhead !== undefined) return;
  typed = '';
  if (text) writeInto(field, text);
}

/** Inserts text at a field's cursor, as if typed; text fields only. */
export function writeInto(field: EventTarget | null, text: string): void {
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'radio');
  if (!isText || field.readOnly) return;
  const at = field.selectionStart ?? field.value.length;
  const value = field.value.slice(0, at) + text + field.value.slice(field.selectionEnd ?? at);
  // React ignores its own setter.
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
