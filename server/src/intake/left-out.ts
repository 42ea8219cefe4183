import { decodeWords } from 'postal-mime';

/** A header that a stored mail gets when a part of it was too large to be stored: what that was, as JSON in base64. */
export const leftOutHeader = 'X-Pitlane-Left-Out';

/** Names of what is left out; of more nobody needs each. */
const maxNames = 20;
const maxNameCharacters = 200;

/** Returns the mail with the header before it, or the mail itself when nothing was left out. A mail that was cut twice has it twice. */
export function addLeftOutHeader(mail: Buffer, names: readonly string[]): Buffer {
  if (names.length === 0) return mail;
  const value = Buffer.from(JSON.stringify(limitNames(names))).toString('base64');
  return Buffer.concat([Buffer.from(`${leftOutHeader}: ${value}\r\n`), mail]);
}

/** Returns the names of what was left out, from the values of the header; what is no such value names nothing. */
export function parseLeftOutHeader(values: readonly string[]): string[] {
  return values.flatMap((value) => {
    try {
      const named: unknown = JSON.parse(Buffer.from(value, 'base64').toString());
      return Array.isArray(named) ? limitNames(named.map(String)) : [];
    } catch {
      return [];
    }
  });
}

/** Returns the first names, each once and in one line, and a last one that says how many more there are. */
export function limitNames(names: readonly string[]): string[] {
  const shown = [...new Set(names.map(toPlainName))].filter(Boolean);
  const more = shown.length - maxNames;
  return more > 0 ? [...shown.slice(0, maxNames), `${more} more`] : shown;
}

/** Writes a name from outside in one short line; '' for one that is blank. */
export function toPlainName(name: string): string {
  return name
    .slice(0, maxNameCharacters * 4)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameCharacters)
    .toWellFormed();
}

/** Returns what a part is called in its headers, which are unfolded; undefined for one without a name. */
export function readPartName(head: string): string | undefined {
  const continued = continuedName(head);
  if (continued) return toPlainName(continued);
  const [, star, quoted, bare] =
    /\b(?:file)?name(?:\*=[^'\s;]{0,40}'[^'\s;]{0,40}'([^\s;]{1,600})|="([^"]{1,600})"|=([^\s;"]{1,600}))/i.exec(
      head,
    ) ?? [];
  const name = star === undefined ? decodeWords(quoted ?? bare ?? '') : decoded(star);
  return toPlainName(name) || undefined;
}

/** A long name in numbered pieces, as RFC 2231 has it. */
function continuedName(head: string): string | undefined {
  const pieces = [
    ...head.matchAll(/\bfilename\*(\d{1,2})(\*?)=(?:"([^"]{0,600})"|([^\s;"]{0,600}))/gi),
  ].toSorted(([, one], [, other]) => Number(one) - Number(other));
  if (pieces.length === 0) return undefined;
  return decoded(
    pieces
      .map(([, number, isEncoded, quoted, bare = '']) => {
        const piece = quoted ?? bare;
        if (!isEncoded) return encodeURIComponent(piece);
        return number === '0' ? piece.replace(/^[^']{0,40}'[^']{0,40}'/, '') : piece;
      })
      .join(''),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
