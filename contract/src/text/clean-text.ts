/** Direction marks, zero-width spaces, byte order marks, soft hyphens: they make texts that look equal differ. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Joiners shape letters inside a Bangla word; at a text's edge they do nothing. */
const edge = /[\s\u200c\u200d]/;

const noBreakSpaces = /[\u00a0\u2007\u202f]/g;

/** Cleans a text for storing and comparing: NFC (one spelling of a Bangla letter), `\n` for line breaks, no invisible marks. */
export function cleanLines(text: string): string {
  const clean = text.replace(unseen, '').normalize('NFC').replace(/\r\n?/g, '\n').replace(noBreakSpaces, ' ');
  // A regular expression for the end would look again from each blank of each run of them.
  let from = 0;
  let to = clean.length;
  while (from < to && edge.test(clean.charAt(from))) from++;
  while (from < to && edge.test(clean.charAt(to - 1))) to--;
  return clean.slice(from, to);
}

/** Cleans a text as {@link cleanLines} does, with tabs and line breaks as spaces. */
export function cleanLine(text: string): string {
  return cleanLines(text).replace(/[\t\n]+/g, ' ');
}

/** Tells whether a text holds no lone surrogates, and no control characters except `\n` and tabs. */
export function isStorableText(text: string): boolean {
  return !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text);
}
