/** Of a mail without what is attached to it: the parser's time grows faster than these. */
export const mailBounds = { bytes: 5_242_880, lines: 5_000 } as const;

const newline = 10;

/** The first lines of a mail. */
export function cutMail(mail: Buffer): Buffer {
  let end = 0;
  for (let lines = 0; lines < mailBounds.lines; lines++) {
    const at = mail.indexOf(newline, end);
    if (at === -1) return mail.subarray(0, mailBounds.bytes);
    end = at + 1;
  }
  return mail.subarray(0, Math.min(end, mailBounds.bytes));
}
