import PostalMime, { type Address, type Email } from 'postal-mime';
import { mailIn } from './raw-mail.ts';

/**
 * Of a mail: the lines of its text or of its table; who sent it, and what it is about. `sentBy`: a person, a mailbox that nobody
 * reads, or a program that answers, whose senders are left out.
 */
export type ReadMail = {
  lines: string;
  subject: string;
  from?: Sender;
  replyTo?: Sender;
  sentBy: 'person' | 'mailbox' | 'program';
};

type Sender = { name: string; address: string };

/** Mailboxes that nobody reads: of a portal or a site, not of a customer. */
const unread = /no-?reply|wordpress|do-?not-?reply|mailer-daemon|postmaster|notification/i;

/**
 * Reads a raw message, also one that a mail provider posts as a form field.
 *
 * @returns undefined for what is no mail.
 */
export async function readMail(contentType: string | null, body: Buffer): Promise<ReadMail | undefined> {
  const raw = mailIn(contentType, body);
  if (raw === undefined) return undefined;
  let mail: Email;
  try {
    mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 65_536 });
  } catch {
    return undefined;
  }
  const { subject = '', text, html, from, replyTo } = mail;
  const isProgram = isAutomaticReply(mail);
  const [sender, answerTo] = isProgram ? [] : [senderOf(from), senderOf(replyTo?.[0])];
  const lines = (text?.trim() ? text : textOfHtml(html ?? '')).trim();
  return {
    lines,
    subject: subject.trim(),
    ...(sender && { from: sender }),
    ...(answerTo && { replyTo: answerTo }),
    sentBy: isProgram ? 'program' : sender ? 'person' : 'mailbox',
  };
}

/** A program answers: it gets no answer. See RFC 3834. */
function isAutomaticReply({ headers }: Email): boolean {
  const says = (name: string, what: RegExp) =>
    headers.some(({ key, value }) => key === name && what.test(value));
  return (
    says('auto-submitted', /^\s*auto-replied/i) ||
    says('precedence', /auto.?reply/i) ||
    ['x-autoreply', 'x-autorespond'].some((name) => says(name, /./))
  );
}

function senderOf(address: Address | undefined): Sender | undefined {
  if (!address?.address || unread.test(address.address)) return undefined;
  return { name: address.name, address: address.address };
}

const inline = /^\/?(a|abbr|b|em|font|i|s|small|span|strong|sub|sup|u)\b/i;
const cell = /^\/?t[dh]\b/i;
const hidden = /^(style|script|head)\b/i;

/** Lines of text; the cells of a table's row as `label: text`. */
function textOfHtml(html: string): string {
  let text = '';
  let until: string | undefined;
  for (const [at, piece] of html.split('<').entries()) {
    const end = at === 0 ? -1 : piece.indexOf('>');
    const tag = end === -1 ? '' : piece.slice(0, end);
    if (until !== undefined && tag.toLowerCase().startsWith(until)) until = undefined;
    if (until !== undefined) continue;
    const [, opened] = hidden.exec(tag) ?? [];
    if (opened) {
      until = `/${opened.toLowerCase()}`;
      continue;
    }
    if (tag) text += cell.test(tag) ? '\t' : inline.test(tag) ? '' : '\n';
    text += piece.slice(end + 1).replace(/\s+/g, ' ');
  }
  return decoded(text)
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/ +/g, ' ')
        .replace(/ ?[:：]? ?\t\s*/, ': ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && line !== ':')
    .join('\n');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
