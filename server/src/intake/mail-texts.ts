import PostalMime, { type Address, type Attachment, decodeWords, type Email } from 'postal-mime';
import type { AutomaticMail } from '#contract/intake/mails.ts';
import { detectAutomaticMail } from './automatic-mail.ts';
import type { DeliveryText } from './delivery-text.ts';
import { readDeliveryTexts } from './delivery-texts.ts';
import type { FieldOf } from './labelled-lines.ts';
import { leftOutHeader, limitNames, parseLeftOutHeader } from './left-out.ts';
import { getUnreadableFileName } from './mail-files.ts';
import { decodeEntities, htmlToLines } from './mail-html.ts';
import { type MailSender, readSender } from './mail-quotes.ts';
import { extractRawMail } from './raw-mail.ts';
import { isXml } from './read-xml.ts';

/**
 * A mail as it is stored: all lines of its text or table, with what they quote; who sent it, to whom an answer goes, and whom it
 * reached, in lower case. `attached`: mails; `documents`: the texts of other files that can be read; `files`: the names of those that
 * cannot, if there are any; `leftOut`: what else was too much to be read, if anything was.
 */
export type ReadMail = {
  lines: string;
  subject: string;
  from: MailSender | null;
  replyTo: MailSender | null;
  receivers: readonly string[];
  isForward: boolean;
  isReply: boolean;
  automatic: AutomaticMail | null;
  attached: readonly ReadMail[];
  documents: readonly (readonly DeliveryText[])[];
  files?: readonly string[];
  leftOut?: readonly string[];
};

const forwards = /^\s{0,9}(?:\[[^\]]{0,40}\]\s{0,9})?(?:fwd?|wg|tr|rv|i|ফরোয়ার্ড|ফরওয়ার্ড)\s*[:：]/iu;
const replies =
  /^\s{0,9}(?:\[[^\]]{0,40}\]\s{0,9})?(?:re|aw|sv|antw|r|উত্তর)\s{0,9}(?:\[\d{1,3}\])?\s{0,9}[:：]/iu;

const maxAttached = 20;
const maxDepth = 10;
const maxCharacters = 200_000;

/** Lists the names of the files of a mail, and of the mails attached to it, that cannot be read. */
export function listUnreadableFiles({ files = [], attached }: ReadMail): string[] {
  return limitNames([...files, ...attached.flatMap(listUnreadableFiles)]);
}

/** Lists the names of what of a mail, and of the mails within it, was too much to be read. */
export function listOmittedParts({ leftOut = [], attached }: ReadMail): string[] {
  return limitNames([...leftOut, ...attached.flatMap(listOmittedParts)]);
}

/** Tells whether a subject says that a mail was forwarded, in any of many languages. */
export function isForwardedSubject(subject: string): boolean {
  return forwards.test(subject.slice(0, 200).normalize('NFC'));
}

/** Tells whether a subject says that a mail answers another, in any of many languages. */
export function isReplySubject(subject: string): boolean {
  return replies.test(subject.slice(0, 200).normalize('NFC'));
}

/** Reads a raw message, also one that a mail provider posts as a form field. @returns undefined for what is no mail. */
export async function readMail(
  contentType: string | null,
  body: Buffer,
  fieldOf: FieldOf,
): Promise<ReadMail | undefined> {
  const raw = extractRawMail(contentType, body);
  return raw && parse(raw, fieldOf, 0);
}

async function parse(raw: Uint8Array, fieldOf: FieldOf, depth: number): Promise<ReadMail | undefined> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(raw, {
      ...{ maxNestingDepth: 20, maxHeadersSize: 65_536, forceRfc822Attachments: true },
    });
  } catch {
    return undefined;
  }
  const subject = decodeEntities(mail.subject ?? '').trim();
  const isForward = isForwardedSubject(subject);
  const isReply = !isForward && (isReplySubject(subject) || Boolean(mail.inReplyTo ?? mail.references));
  const whole = formatBodyForReading(mail, isForward || isReply);
  const lines = whole.slice(0, maxCharacters).toWellFormed();
  const body = isXml(lines) ? readDeliveryTexts('application/xml', Buffer.from(lines), fieldOf) : undefined;
  const { documents, files, cut } = readFiles(mail, fieldOf);
  const { attached, unread } = await attachedMails(mail, fieldOf, depth);
  const noted = mail.headers.filter(({ key }) => key === leftOutHeader.toLowerCase());
  const leftOut = limitNames([
    ...parseLeftOutHeader(noted.map(({ value }) => value)),
    ...(whole.length > maxCharacters || body?.isCut ? ['the rest of the mail'] : []),
    ...cut,
    ...unread,
  ]);
  return {
    ...{ subject, isForward, isReply, automatic: detectAutomaticMail(mail), lines: body ? '' : lines },
    ...{ from: senderOf(mail.from), replyTo: senderOf(mail.replyTo?.[0]), receivers: receiversOf(mail) },
    attached,
    documents: body ? [body.texts, ...documents] : documents,
    ...(files.length > 0 && { files }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function formatBodyForReading({ text = '', html = '' }: Email, isReply: boolean): string {
  const plain = decodeEntities(text).replaceAll('\u0000', '').trim();
  if (!html || (plain && hasNumber(plain))) return plain;
  const shown = htmlToLines(html, isReply).replaceAll('\u0000', '').trim();
  return plain && !hasNumber(shown) ? plain : shown;
}

function hasNumber(text: string): boolean {
  return /\p{Nd}(?:[\s().-]?\p{Nd}){6}/u.test(text);
}

function receiversOf({ to = [], cc = [], deliveredTo, headers }: Email): string[] {
  const listed = [...to, ...cc].flatMap((each) =>
    each.group ? each.group.map(({ address }) => address) : each.address,
  );
  const delivered = headers.filter(({ key }) => key === 'x-original-to' || key === 'x-forwarded-to');
  return [deliveredTo ?? '', ...listed, ...delivered.map(({ value }) => readSender(value)?.address ?? '')]
    .filter(Boolean)
    .slice(0, 200)
    .map((address) => address.toLowerCase());
}

/** `unread`: what those are called that are too many, too deep in each other or cannot be read. */
async function attachedMails(
  mail: Email,
  fieldOf: FieldOf,
  depth: number,
): Promise<{ attached: ReadMail[]; unread: string[] }> {
  const attached: ReadMail[] = [];
  const unread: string[] = [];
  for (const [place, file] of mail.attachments.filter(isMail).entries()) {
    const bytes = bytesOf(file.content);
    const isRead = place < maxAttached && depth < maxDepth;
    const inner = isRead ? await parse(bytes, fieldOf, depth + 1) : undefined;
    if (inner) attached.push(inner);
    else unread.push(file.filename || subjectIn(bytes) || 'an attached mail');
  }
  return { attached, unread };
}

function subjectIn(mail: Uint8Array): string {
  const head = Buffer.from(mail.subarray(0, 4_096)).toString();
  return decodeWords(/^subject:(.{1,400})$/im.exec(head)?.[1] ?? '').trim();
}

function isMail({ mimeType, filename }: Attachment): boolean {
  return mimeType === 'message/rfc822' || /\.eml$/i.test(filename ?? '');
}

const readable = /^(?:text\/|application\/(?:[\w.+-]{0,40}\+)?(?:xml|json)$|application\/x-adf)/i;
const readableName = /\.(?:xml|adf|json|txt)$/i;

/** Other files than mails; calendars and the like hold no enquiry. `cut`: what is left out of those that are too large. */
function readFiles(
  { attachments }: Email,
  fieldOf: FieldOf,
): { documents: DeliveryText[][]; files: string[]; cut: string[] } {
  const documents: DeliveryText[][] = [];
  const files: string[] = [];
  const cut: string[] = [];
  for (const each of attachments.filter((file) => !isMail(file))) {
    const isRead = documents.length < maxAttached && isDocument(each);
    const read = isRead
      ? readDeliveryTexts(each.mimeType, Buffer.from(bytesOf(each.content)), fieldOf)
      : undefined;
    const name = getUnreadableFileName(each);
    if (read?.isCut) cut.push(`the rest of ${name}`);
    if (read) documents.push(read.texts);
    else if (name) files.push(name);
  }
  return { documents, files: limitNames(files), cut };
}

function isDocument({ mimeType, filename }: Attachment): boolean {
  if (/^text\/(?:calendar|rfc822-headers|css)/i.test(mimeType)) return false;
  return readable.test(mimeType) || readableName.test(filename ?? '');
}

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

function senderOf(address: Address | undefined): MailSender | null {
  if (!address?.address) return null;
  return { name: decodeEntities(address.name), address: address.address };
}
