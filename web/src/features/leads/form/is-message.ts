/** Tells whether a text looks like a message: it has several lines or is longer than a field's value. */
export function isPastedMessage(text: string): boolean {
  const words = text.trim().split(/\s+/).length;
  return /\n/.test(text.trim()) || (words > 5 && text.trim().length > 30);
}

const isInsertion = /^insert(Text|CompositionText|ReplacementText|FromDrop|FromPaste|FromYank)$/;

/**
 * @param before the field's value, now `after`.
 * @returns the text that one edit brought, with the lines that a field of one line drops; '' for none.
 */
export function findInsertedText(
  before: string,
  after: string,
  { inputType, data }: Pick<InputEvent, 'inputType' | 'data'>,
): string {
  if (!isInsertion.test(inputType)) return '';
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const inserted = after.slice(start, after.length - end);
  return data && data.length >= inserted.length ? data : inserted;
}
