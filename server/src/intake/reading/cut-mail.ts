import { addLeftOutHeader } from '#server/intake/left-out.ts';

/** Limits of a mail without its attachments. The time of the parser grows faster than the size of a mail does. */
export const mailBounds = { bytes: 5_242_880, lines: 5_000 } as const;

const newline = 10;

const note = { bytes: 200, lines: 1 } as const;
const blank = 32;

/** Returns a mail cut after its first lines; the mail notes that there were more, unless they are blank. */
export function cutMail(mail: Buffer): Buffer {
  const end = endOfLines(mail, mailBounds);
  if (mail.subarray(end).every((byte) => byte <= blank)) return mail.subarray(0, end);
  const bounds = { bytes: mailBounds.bytes - note.bytes, lines: mailBounds.lines - note.lines };
  return addLeftOutHeader(mail.subarray(0, endOfLines(mail, bounds)), ['the rest of the mail']);
}

function endOfLines(mail: Buffer, bounds: { bytes: number; lines: number }): number {
  let end = 0;
  for (let lines = 0; lines < bounds.lines; lines++) {
    const at = mail.indexOf(newline, end);
    if (at === -1) return Math.min(mail.length, bounds.bytes);
    end = at + 1;
  }
  return Math.min(end, bounds.bytes);
}
