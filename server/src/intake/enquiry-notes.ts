import { textLength } from '#contract/business.ts';

const maxNamedCharacters = 1_000;

/** Writes a line for the notes that names something, cut to what notes have room for; empty without names. */
export function formatNotesLine(label: string, names: readonly string[]): string {
  return names.length > 0 ? `${label}: ${names.join(', ')}`.slice(0, maxNamedCharacters) : '';
}

/** Joins a text and its ending to notes. Where both are too long, the text is cut and says so. */
export function joinNotes(text: string, ending: string): string {
  if (text.length + ending.length < textLength.notes) return [text, ending].filter(Boolean).join('\n');
  const end = [ending, 'Shortened: the whole text is under Incoming enquiries.'].filter(Boolean).join('\n');
  return `${text.slice(0, textLength.notes - end.length - 2).toWellFormed()}…\n${end}`;
}
