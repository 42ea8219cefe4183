import { createHash } from 'node:crypto';
import { parseExactJson } from '#server/lib/exact-json.ts';
import { type AttachedFile, createFilePart, decodeFiles, type FilePart } from './attached-files.ts';
import { readFormParts, splitForm } from './form-parts.ts';
import { addLeftOutHeader, readPartName } from './left-out.ts';
import { findBoundary, readHeader, unfoldHeaders } from './part-headers.ts';

const rawFields = ['body-mime', 'email'] as const;

const partFields = {
  plain: ['body-plain', 'text'],
  html: ['body-html', 'html'],
  from: ['from', 'sender'],
} as const;

type KeptMail = {
  contentType: string | null;
  body: Buffer;
  name: Buffer | string;
  files: readonly AttachedFile[];
};

/**
 * Takes the attached files out of a mail.
 *
 * @returns the mail without them, and the files; what is no mail comes back as it is. `name`: by which a repeat is known.
 */
export function removeAttachments(contentType: string | null, body: Buffer): KeptMail {
  const raw = extractRawMail(contentType, body);
  if (raw === undefined) return { contentType, body, name: body, files: [] };
  const { kept: text, head, leftOut, files } = withoutAttachments(raw);
  const kept = addLeftOutHeader(text, leftOut);
  const id = readHeader(head, 'message-id');
  // Some sites give all their mails one id.
  const name = id ? `${id}\n${readHeader(head, 'date')}` : text;
  const type = raw === body ? contentType : 'message/rfc822';
  return { contentType: type, body: kept, name, files: decodeFiles(files) };
}

/** Returns the raw message, also of one that a mail provider posts as a form; undefined for a form without one. */
export function extractRawMail(contentType: string | null, body: Buffer): Buffer | undefined {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType ?? '')) return body;
  const fields = firstOfEach(contentType ?? '', body);
  const raw = rawFields.map((name) => fields.get(name)).find((field) => field !== undefined);
  return raw ? Buffer.from(raw) : mailOfParts(fields, filesOf(contentType ?? '', body));
}

function firstOfEach(contentType: string, body: Buffer): Map<string, Buffer> {
  return new Map(readFormParts(contentType, body).reverse());
}

// What is attached to a mail that comes in parts, as parts of a message.
function filesOf(contentType: string, body: Buffer): Buffer[] {
  if (/^application/i.test(contentType)) return [];
  return splitForm(contentType, body).flatMap(({ head, named, content }) => {
    if (named === undefined) return [];
    const type = readHeader(head, 'content-type').slice(0, 500) || 'application/octet-stream';
    const own = [`Content-Type: ${type}`, `Content-Disposition: attachment; ${named.slice(0, 500)}`, '', ''];
    return [Buffer.concat([Buffer.from(own.join('\r\n'), 'latin1'), content])];
  });
}

function mailOfParts(fields: ReadonlyMap<string, Buffer>, files: readonly Buffer[]): Buffer | undefined {
  const field = (...names: readonly string[]): string | undefined =>
    names.map((name) => fields.get(name)?.toString()).find((text) => text?.trim());
  const plain = field(...partFields.plain);
  const html = field(...partFields.html);
  const from = field(...partFields.from);
  const text = plain ?? html;
  if (!from || text === undefined) return undefined;
  const headers = [...headersOfForm(field('message-headers'), field('headers'))];
  const isThere = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  if (!isThere('from')) headers.push(['From', from]);
  if (!isThere('subject')) headers.push(['Subject', field('subject') ?? '']);
  const head = headers.map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`).join('');
  const type = `Content-Type: text/${plain === undefined ? 'html' : 'plain'}; charset=utf-8`;
  const own = Buffer.from(`${type}\r\n\r\n${text}`);
  if (files.length === 0) return Buffer.concat([Buffer.from(head), own]);
  // Of what it says, so that it is the same mail whenever it is posted.
  const hash = createHash('sha256');
  for (const part of [own, ...files]) hash.update(part);
  const boundary = hash.digest('hex');
  const parts = [own, ...files].flatMap((part) => [Buffer.from(`\r\n--${boundary}\r\n`), part]);
  const outer = `${head}Content-Type: multipart/mixed; boundary=${boundary}\r\n`;
  return Buffer.concat([Buffer.from(outer), ...parts, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

function headersOfForm(pairs: string | undefined, lines: string | undefined): [string, string][] {
  const found = pairs === undefined ? pairsIn(lines ?? '') : parsedPairs(pairs);
  return found.filter(([name]) => /^[\w-]+$/.test(name) && !/^(content-|mime-version$)/i.test(name));
}

function parsedPairs(json: string): [string, string][] {
  const all = parseExactJson(json);
  return (Array.isArray(all) ? all : []).flatMap((each: unknown): [string, string][] =>
    Array.isArray(each) ? [[String(each[0]), String(each[1] ?? '')]] : [],
  );
}

function pairsIn(lines: string): [string, string][] {
  return unfoldHeaders(lines)
    .split(/\r?\n/)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
    });
}

const longestDelimiter = 200;
const [dash, newline, carriageReturn] = ['-'.charCodeAt(0), '\n'.charCodeAt(0), '\r'.charCodeAt(0)];

/** Bounds of a mail with its nested parts, and of one attached text, mail or file. */
export const partBounds = { parts: 200, lines: 2_000, bytes: 262_144 } as const;

/**
 * Leaves the headers of what is attached, so that one sees what it was, and the beginning of an attached text. In one pass, however deep its parts are.
 *
 * @returns `head`: the headers of the message; `leftOut`: what was too large of that which may hold an enquiry; `files`: all but
 * attached mails.
 */
function withoutAttachments(raw: Buffer): {
  kept: Buffer;
  head: string;
  leftOut: string[];
  files: FilePart[];
} {
  const pieces: Buffer[] = [];
  const leftOut: string[] = [];
  const files: FilePart[] = [];
  const boundaries = new Set<string>();
  let head: string | undefined;
  let headFrom: number | undefined = 0;
  let keptFrom: number | undefined = 0;
  let file: { head: string; from: number } | undefined;
  let textFrom: number | undefined;
  let lines = 0;
  let parts = 0;
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(newline, at);
    const end = found === -1 ? raw.length : found + 1;
    const delimiter = delimiterIn(raw, at, end);
    const isLast = delimiter?.endsWith('--') && boundaries.has(delimiter.slice(0, -2));
    if (isLast || (delimiter !== undefined && boundaries.has(delimiter))) {
      if (file) files.push(toFilePart(file.head, raw.subarray(file.from, at)));
      file = undefined;
      if (++parts > partBounds.parts) {
        if (keptFrom !== undefined) pieces.push(raw.subarray(keptFrom, at));
        keptFrom = undefined;
        leftOut.push('further parts of the mail');
        break;
      }
      keptFrom ??= at;
      textFrom = undefined;
      headFrom = isLast ? undefined : end;
    } else if (headFrom !== undefined && isBlank(raw, at, end)) {
      const own = unfoldHeaders(raw.toString('latin1', headFrom, at));
      head ??= own;
      const { isAttached, isMessage, isFile, boundary } = partOf(own);
      if (boundary) boundaries.add(boundary);
      if (isAttached && keptFrom !== undefined) {
        pieces.push(raw.subarray(keptFrom, end));
        keptFrom = undefined;
      }
      headFrom = isMessage && !isAttached ? end : undefined;
      file = isAttached || isFile ? { head: own, from: end } : undefined;
      textFrom = isFile ? end : undefined;
      lines = 0;
    } else if (textFrom !== undefined && keptFrom !== undefined && headFrom === undefined) {
      const isBeyond = ++lines > partBounds.lines || end - textFrom > partBounds.bytes;
      if (isBeyond) {
        pieces.push(raw.subarray(keptFrom, at));
        leftOut.push(`the rest of ${(file && partName(file.head)) ?? 'an attached text'}`);
        keptFrom = undefined;
      }
    }
    at = end;
  }
  if (file) files.push(toFilePart(file.head, raw.subarray(file.from)));
  if (keptFrom !== undefined) pieces.push(raw.subarray(keptFrom));
  const kept = keptFrom === 0 ? raw : Buffer.concat(pieces);
  return { kept, head: head ?? unfoldHeaders(raw.toString('latin1', 0, 65_536)), leftOut, files };
}

function partName(head: string): string | undefined {
  return readPartName(Buffer.from(head, 'latin1').toString());
}

/** @param body its bytes up to the delimiter, to which the line end before it belongs. */
function toFilePart(head: string, body: Buffer): FilePart {
  const hasReturn = body.at(-2) === carriageReturn && body.at(-1) === newline;
  const end = body.length - (hasReturn ? 2 : body.at(-1) === newline ? 1 : 0);
  return createFilePart(head, partName(head), body.subarray(0, end));
}

function isBlank(raw: Buffer, at: number, end: number): boolean {
  return end - at <= 2 && raw.toString('latin1', at, end).trim() === '';
}

function delimiterIn(raw: Buffer, at: number, end: number): string | undefined {
  if (raw[at] !== dash || raw[at + 1] !== dash || end - at > longestDelimiter) return undefined;
  return raw.toString('latin1', at + 2, end).trimEnd();
}

type Part = {
  isAttached: boolean;
  isMessage: boolean;
  isFile: boolean;
  boundary: string | undefined;
};

function partOf(head: string): Part {
  const type = readHeader(head, 'content-type');
  const isMultipart = /^multipart\//i.test(type);
  const isMessage = /^message\/rfc822\b/i.test(type);
  const boundary = isMultipart ? findBoundary(type) : undefined;
  const isFile =
    !isMultipart &&
    !isMessage &&
    (/^attachment\b/i.test(readHeader(head, 'content-disposition')) || /;\s*name\*?=/i.test(type));
  return { isAttached: !isMultipart && !mayHoldEnquiry(head, type), isMessage, isFile, boundary };
}

function mayHoldEnquiry(head: string, type: string): boolean {
  if (type === '' || /^(?:text|message)\b/i.test(type)) return !/^text\/(?:calendar|css)\b/i.test(type);
  if (/^application\/(?:[\w.+-]{0,40}\+)?(?:xml|json)\b|^application\/x-adf\b/i.test(type)) return true;
  const said = `${type};${readHeader(head, 'content-disposition')}`;
  return /\b(?:file)?name\*?=[^;]{0,300}\.(?:eml|xml|adf|json|txt)"?\s{0,9}(?:;|$)/i.test(said);
}
