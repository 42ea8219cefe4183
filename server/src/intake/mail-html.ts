import { decodeHTMLStrict } from 'entities';

/** Separates the cells of a row; no text of a mail holds it. */
export const cellMark = '\u001f';

const inline = /^\/(?:td|th)(?![\w-])|^\/?(?:a|abbr|b|em|font|i|s|small|span|strong|sub|sup|u)(?![\w-])/i;
const cell = /^t[dh](?![\w-])/i;
const hidden = /^(style|script|head|title)(?![\w-])/i;
const quote = /^(\/?)blockquote(?![\w-])/i;
// A blockquote of an earlier mail, as mail programs mark it; others only indent.
const marked = /type=["']?cite|gmail_quote|quoted|moz-cite|protonmail_quote/i;

const maxQuoteDepth = 100;

/**
 * Converts the HTML of a mail into lines. Those of a blockquote begin with `> ` where `isReply` or their tag says that they are an
 * earlier mail; the cells of a row are separated by {@link cellMark}.
 */
export function htmlToLines(html: string, isReply: boolean): string {
  const pieces: string[] = [];
  const quotes: boolean[] = [];
  let until: string | undefined;
  let quoted = 0;
  for (const [at, piece] of html.split('<').entries()) {
    const end = at === 0 ? -1 : piece.indexOf('>');
    const tag = end === -1 ? '' : piece.slice(0, end);
    if (until !== undefined && tag.slice(0, until.length).toLowerCase() === until) until = undefined;
    if (until !== undefined) continue;
    const [, opened] = hidden.exec(tag) ?? [];
    if (opened) {
      until = `/${opened.toLowerCase()}`;
      continue;
    }
    const [, closes] = quote.exec(tag) ?? [];
    if (closes === '' && quotes.length < maxQuoteDepth) {
      const isQuote = isReply || marked.test(tag);
      quotes.push(isQuote);
      quoted += Number(isQuote);
    }
    if (closes === '/' && quotes.pop()) quoted--;
    if (tag) pieces.push(cell.test(tag) ? cellMark : inline.test(tag) ? '' : quoted > 0 ? '\n> ' : '\n');
    pieces.push(
      piece
        .slice(end + 1)
        .replaceAll(cellMark, ' ')
        .replace(/\s+/g, ' '),
    );
  }
  return decodeEntities(pieces.join(''))
    .split('\n')
    .map(tidyLine)
    .filter((line) => line !== '' && line !== ':')
    .join('\n');
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Replaces `&amp;`, `&#2472;` and the like by characters: senders leave them in plain texts, too. */
export function decodeEntities(text: string): string {
  return text.replace(entity, (whole) => decodeHTMLStrict(whole));
}

function tidyLine(line: string): string {
  const cells = line.split(cellMark).map((text) => text.replace(/\s+/g, ' ').trim());
  const filled = cells.filter((text) => text !== '');
  return filled.length < 2 ? (filled[0] ?? '') : (cells[0] === '' ? cells.slice(1) : cells).join(cellMark);
}
