import { decodeEntities } from './mail-html.ts';

const maxCharacters = 10_000;
// The longest path and the longest label, in characters.
const maxNameCharacters = 500;

/**
 * A text of a delivery. `path`: names and places, joined by dots; `label`: what its sender calls it; `isAnswer`: a customer's, which
 * is in the notes unless it fills a field; `isHint`: it may fill a field, and its words stand in another text as well.
 */
export type DeliveryText = {
  path: string;
  label: string;
  text: string;
  isAnswer?: boolean;
  isHint?: boolean;
};

/** Adds a text to `found`, without what cannot be stored, with its entities decoded, unless it is empty. */
export function addText(
  found: DeliveryText[],
  path: string,
  label: string,
  text: string,
  isAnswer = false,
): void {
  const plain = decodeEntities(text.replaceAll('\u0000', '')).replaceAll('\u0000', '');
  const kept = plain.toWellFormed().trim().slice(0, maxCharacters);
  if (!kept) return;
  const named = { path: cutName(path), label: cutName(label) };
  found.push({ ...named, text: kept, ...(isAnswer && { isAnswer }) });
}

function cutName(name: string): string {
  return name.slice(0, maxNameCharacters).toWellFormed();
}
