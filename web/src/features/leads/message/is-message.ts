/** @returns whether a pasted text is more than one field's content. */
export function isMessage(text: string): boolean {
  const words = text.trim().split(/\s+/).length;
  return /\n/.test(text.trim()) || (words > 5 && text.trim().length > 30);
}
