/** Direction marks, zero-width spaces, byte order marks, soft hyphens: invisible, yet they make equal texts differ. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Joiners shape letters inside a Bangla word; at the edge of a text they do nothing. */
const edges = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

const noBreakSpaces = /[\u00a0\u2007\u202f]/g;

/**
 * The form in which text is stored and compared: NFC, so that a Bangla letter has one spelling, `\n` for every line break, no
 * invisible marks.
 */
export function cleanLines(text: string): string {
  return text
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(noBreakSpaces, ' ')
    .replace(edges, '');
}

/** {@link cleanLines} for one line: a tab or line break becomes a space. */
export function cleanLine(text: string): string {
  return cleanLines(text).replace(/[\t\n]+/g, ' ');
}

/** @returns whether text can be stored and sent: no control characters but line breaks and tabs, no lone surrogates. */
export function isWritable(text: string): boolean {
  return !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text);
}
