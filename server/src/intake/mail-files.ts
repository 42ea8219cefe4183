import type { Attachment } from 'postal-mime';
import { toPlainName } from './left-out.ts';

// Signatures, calendars and reports of mail servers: what programs add to a mail.
const byProgram =
  /^(?:text\/(?:calendar|css|rfc822-headers)|message\/|application\/(?:ics|pgp-signature|(?:x-)?pkcs7-signature)$)/i;

/**
 * Returns the name under which people are told of an attached file that cannot be read, without judging whether it can be; undefined for a
 * picture within the text and for what a program has added.
 */
export function getUnreadableFileName({ filename, mimeType, related }: Attachment): string | undefined {
  if (related || byProgram.test(mimeType)) return undefined;
  return toPlainName(filename ?? '') || toPlainName(mimeType);
}

/** Tells whether a file is a mail of Outlook's own format, by its name or type. */
export function isOutlookMail(name: string): boolean {
  return /\.msg$|ms-outlook|^winmail\.dat$|ms-tnef/i.test(name);
}

/** Tells whether a file is a picture, by its name or type. */
export function isPicture(name: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|heic|svg|bmp)$|^image\//i.test(name);
}
