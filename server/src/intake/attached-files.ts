import { intakeLimits } from '#contract/intake/deliveries.ts';

/** A file that is attached to a mail: what its headers say, and its bytes as the mail carries them. */
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

/** Decodes the files of a mail. The smaller ones come first where not all of them are stored. */
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
