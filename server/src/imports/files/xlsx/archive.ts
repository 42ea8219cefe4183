import { posix } from 'node:path';
import sax, { type SAXParser } from 'sax';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from '#server/imports/files/table.ts';

const megabyte = 1_048_576;

/** Bytes when unpacked: of a sheet, of blank sheets before it together, of the texts of all cells, of a part that says how the book is made. */
export const maxUnpackedBytes = {
  sheet: 400 * megabyte,
  blank: 32 * megabyte,
  texts: 150 * megabyte,
  other: 8 * megabyte,
} as const;

const mostParts = 10_000;

const inflation = { most: 250, from: 10 * megabyte };

const mostOpen = 64;
const mostAttributes = 100;

/** The attributes of an element of XML, by name. */
export type Attributes = Record<string, string>;

/** Hears the elements and texts of an XML part, in order. */
export type XmlHandler = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** The parts of a spreadsheet file; to be closed. `bytesOf`: unpacked, as its entry says. */
export type Archive = {
  has(part: string): boolean;
  bytesOf(part: string): number;
  read: ReadPart;
  close(): void;
};

/** Yields after each piece of the part. @param most bytes, unpacked. */
type ReadPart = (part: string, most: number, handler: XmlHandler) => AsyncGenerator<void>;

/** Opens a spreadsheet file; the caller closes it. @throws UnreadableFile */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const parts = await listParts(zip);
    return {
      has: (part) => parts.has(part.toLowerCase()),
      bytesOf: (part) => parts.get(part.toLowerCase())?.uncompressedSize ?? 0,
      read: (part, most, handler) => readPart(zip, parts.get(part.toLowerCase()), most, handler),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Returns a part's name in the archive, for the target of a relation. @param from the part that has the relation. */
export function resolvePart(from: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);
}

/** Returns the name of the part with the relations of a part. */
export function getRelationsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (parts.size >= mostParts || parts.has(name)) throw new UnreadableFile('fileDamaged');
    parts.set(name, entry);
  }
  return parts;
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  most: number,
  handler: XmlHandler,
): AsyncGenerator<void> {
  if (!entry) throw new UnreadableFile('fileDamaged');
  if (entry.isEncrypted()) throw new UnreadableFile('fileLocked');
  const { uncompressedSize, compressedSize } = entry;
  const isInflated = uncompressedSize > inflation.from && uncompressedSize > compressedSize * inflation.most;
  if (uncompressedSize > most || isInflated) throw new UnreadableFile('fileUnpacksTooLarge');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const xml = parserOf(handler);
  // The library ends a stream that unpacks to more than its entry says.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    write(xml, decoder.decode(chunk, { stream: true }));
    yield;
  }
  write(xml, decoder.decode());
  xml.close();
  yield;
}

/** The parser bounds comments, names and attributes by how far it is, which it does not count itself: that costs at every character. */
function write(xml: SAXParser, text: string): void {
  xml.position += text.length;
  xml.write(text);
}

// Knows XML's own five entities alone: what declares others is refused.
function parserOf(handler: XmlHandler): SAXParser {
  const xml = sax.parser(true, { position: false });
  xml.position = 0;
  xml.onerror = (error) => {
    throw error;
  };
  xml.ondoctype = () => {
    throw new UnreadableFile('fileDamaged');
  };
  let open = 0;
  let attributes = 0;
  xml.onopentagstart = () => {
    attributes = 0;
    if (++open > mostOpen) throw new UnreadableFile('fileDamaged');
  };
  xml.onattribute = () => {
    if (++attributes > mostAttributes) throw new UnreadableFile('fileDamaged');
  };
  xml.onopentag = ({ name, attributes }) => handler.open(local(name), attributes as Attributes);
  xml.onclosetag = (name) => {
    open--;
    handler.close?.(local(name));
  };
  xml.ontext = (text) => handler.text?.(text);
  xml.oncdata = (text) => handler.text?.(text);
  return xml;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
