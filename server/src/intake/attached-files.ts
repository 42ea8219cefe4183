import { intakeLimits } from '#contract/intake/deliveries.ts';
import { toPlainName } from './left-out.ts';
import { readHeader } from './part-headers.ts';

/** A file that is attached to a mail or sent in a form: what its headers say, and its bytes as they are carried. */
export type FilePart = {
  name: string;
  type: string;
  encoding: string;
  isWithinText: boolean;
  encoded: Buffer;
};

/** A file as it is stored. `content`: null where there was no room for it. */
export type AttachedFile = { name: string; type: string; bytes: number; content: Buffer | null };

/** Bytes below which a picture within the text is a logo or an icon. */
const minPictureBytes = 10_240;

// What programs add to a mail.
const byProgram = /^(?:text\/css|application\/(?:pgp-signature|(?:x-)?pkcs7-signature))$/;

/**
 * Describes a file by the headers of its part; its bytes stay encoded until {@link decodeFiles}. A picture with a content id is
 * `isWithinText`: a mail shows it inside its text. A file without a name is named by its type.
 *
 * @param head the headers of the part, unfolded.
 */
export function createFilePart(head: string, name: string | undefined, encoded: Buffer): FilePart {
  const [type = ''] = readHeader(head, 'content-type').toLowerCase().split(';', 1);
  const plainType = toPlainName(type) || 'application/octet-stream';
  return {
    ...{ name: name || plainType, type: plainType, encoded },
    encoding: readHeader(head, 'content-transfer-encoding').toLowerCase(),
    isWithinText: plainType.startsWith('image/') && readHeader(head, 'content-id') !== '',
  };
}

/** Decodes the files of a mail or form. The smaller ones come first where not all of them are stored. */
export function decodeFiles(parts: readonly FilePart[]): AttachedFile[] {
  const files = parts
    .filter(({ type }) => !byProgram.test(type))
    .map(({ name, type, isWithinText, ...part }) => ({ name, type, isWithinText, content: decode(part) }))
    .filter(({ content, isWithinText }) => content.length >= (isWithinText ? minPictureBytes : 1))
    .slice(0, intakeLimits.attachments);
  let room = intakeLimits.attachmentBytes;
  const stored = new Set(
    files
      .toSorted((one, other) => one.content.length - other.content.length)
      .filter(({ content }) => {
        room -= content.length;
        return room >= 0;
      }),
  );
  return files.map((file) => {
    const { name, type, content } = file;
    return { name, type, bytes: content.length, content: stored.has(file) ? content : null };
  });
}

function decode({ encoding, encoded }: Pick<FilePart, 'encoding' | 'encoded'>): Buffer {
  if (encoding === 'base64') return Buffer.from(encoded.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(encoded);
  const text = encoded
    .toString('latin1')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(text, 'latin1');
}
