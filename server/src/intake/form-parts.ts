import { createHash } from 'node:crypto';
import { type AttachedFile, createFilePart, decodeFiles } from './attached-files.ts';
import { readPartName } from './left-out.ts';
import { findBoundary, readHeader, unfoldHeaders } from './part-headers.ts';

/** A part of a multipart form. `named`: of a file, what its headers say from its name on; `from`: where its content begins. */
export type FormPart = {
  name: string;
  head: string;
  named: string | undefined;
  content: Buffer;
  from: number;
};

/** Splits a multipart form into its parts, in order, also with the line ends of Unix; none for what is no form. */
export function splitForm(contentType: string, body: Buffer): FormPart[] {
  const found: FormPart[] = [];
  const boundary = findBoundary(contentType);
  if (!boundary) return found;
  const first = body.indexOf(`--${boundary}`, 0, 'latin1');
  const lineEnd = body.indexOf('\n', Math.max(first, 0)) - 1;
  const end = body.toString('latin1', lineEnd, lineEnd + 1) === '\r' ? '\r\n' : '\n';
  const delimiter = `${end}--${boundary}`;
  for (let at = first; at !== -1; ) {
    const start = at + delimiter.length - end.length;
    const next = findDelimiter(body, { delimiter, end, from: start });
    if (next === -1) break;
    const part = body.subarray(start, next);
    const headEnd = part.indexOf(end + end);
    const head = unfoldHeaders(part.toString('latin1', 0, Math.max(headEnd, 0)));
    const disposition = readHeader(head, 'content-disposition');
    const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s";]+))/i.exec(disposition) ?? [];
    const [, named] = /;\s*(filename\*?=.+)/i.exec(disposition) ?? [];
    const name = quoted ?? plain;
    const contentAt = headEnd + 2 * end.length;
    if (name) found.push({ name, head, named, content: part.subarray(contentAt), from: start + contentAt });
    at = next + end.length;
  }
  return found;
}

type Delimiter = { delimiter: string; end: string; from: number };

function findDelimiter(body: Buffer, { delimiter, end, from }: Delimiter): number {
  for (let at = from; ; at += end.length) {
    at = body.indexOf(delimiter, at, 'latin1');
    const behind = at + delimiter.length;
    const after = body.toString('latin1', behind, behind + 2);
    if (at === -1 || after.startsWith(end) || after === '--') return at;
  }
}

/** Reads the names and contents of a form, urlencoded or multipart. */
export function readFormParts(contentType: string, body: Buffer): [string, Buffer][] {
  if (/^application/i.test(contentType))
    return [...new URLSearchParams(body.toString())].map(([name, value]) => [name, Buffer.from(value)]);
  return splitForm(contentType, body).map(({ name, content }) => [name, content]);
}

/** A field of a form that was sent. `isFile`: its text is that of a file that may be the enquiry itself. */
export type FormField = { name: string; text: string; isFile?: boolean };

/** Returns the fields of a multipart form, in order; of a file its name, unless it is one that is read. */
export function readFormFields(contentType: string, body: Buffer): FormField[] {
  return splitForm(contentType, body).map(({ name, head, named, content }) => {
    if (named === undefined) return { name, text: content.toString() };
    if (isReadFile(head, named) && content.length > 0)
      return { name, text: content.toString(), isFile: true };
    return { name, text: readPartName(named) ?? '' };
  });
}

// What a program may send as a file although it is the enquiry itself: `FormData` makes a file of every Blob.
const readType = /^application\/(?:[\w.+-]{0,40}\+)?(?:xml|json)\b|^text\/xml\b|^application\/x-adf\b/i;
const readName = /\.(?:json|xml|adf)"?\s{0,9}$/i;
const maxReadBytes = 262_144;

function isReadFile(head: string, named: string): boolean {
  return readType.test(readHeader(head, 'content-type')) || readName.test(named);
}

/**
 * Takes the files out of a multipart form, all but those that are read, which stay in it as well.
 *
 * @returns the form and the files. `name`: a hash of all that it says, by which a repeat is known whatever separates its parts.
 */
export function removeFiles(
  contentType: string | null,
  body: Buffer,
): { contentType: string | null; body: Buffer; name: string; files: readonly AttachedFile[] } {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  const files = [];
  let done = 0;
  for (const { name, head, named, content, from } of splitForm(contentType ?? '', body)) {
    hash.update(JSON.stringify([name, named, content.length])).update(content);
    if (named === undefined) continue;
    files.push(createFilePart(head, readPartName(named), content));
    if (isReadFile(head, named) && content.length <= maxReadBytes) continue;
    pieces.push(body.subarray(done, from));
    done = from + content.length;
  }
  pieces.push(body.subarray(done));
  return { contentType, body: Buffer.concat(pieces), name: hash.digest('hex'), files: decodeFiles(files) };
}
