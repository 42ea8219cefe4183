let typed = '';

/** Keeps what was typed before the form was there. */
export function keepTyped(text: string): void {
  typed = text;
}

/** Writes it into the focused field. */
export function handOverTyped(): void {
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
