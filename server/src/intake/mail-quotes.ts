import { cellMark } from './mail-html.ts';

/** A sender of a mail; `name` is '' without one. */
export type MailSender = { name: string; address: string };

/** A mail that somebody has forwarded: whose it was, and what it said. */
export type ForwardedMail = { from: MailSender | null; subject: string; lines: string };

// `own`: what the sender wrote, without what they answer or forward; `quoted`: lines with `>` of a mail that answers none, which are
// neither.
type MailBody = { own: string; quoted: string; forwarded: ForwardedMail | null };

const maxLine = 500;
const maxAttributionLines = 4;
const maxQuotes = 20;
const maxHeaderLines = 14;

const forwardMarks =
  /^[-_=*\s]{0,100}(?:begin forwarded message|forwarded (?:message|by|mail)|forwarded email|weitergeleitete nachricht|message transf[ée]r[ée]|mensaje reenviado|(?:ফরোয়ার্ড|ফরওয়ার্ড|ফরোয়ার্ড|ফরওয়ার্ড|অগ্রেষিত) (?:করা )?(?:মেসেজ|বার্তা|ইমেল|ইমেইল)|প্রেরিত বার্তা)[-_=*\s:.]{0,100}$/iu;
const originalMarks =
  /^[-_=*\s]{0,100}(?:original (?:message|email|mail|appointment)|ursprüngliche nachricht|message d'origine|mensaje original|(?:মূল|আসল) (?:বার্তা|মেসেজ|ইমেল|ইমেইল))[-_=*\s:.]{0,100}$/iu;

const headerNames: Record<'from' | 'date' | 'to' | 'subject' | 'replyTo' | 'sentBy', readonly string[]> = {
  from: ['from', 'von', 'de', 'প্রেরক', 'থেকে', 'হতে', 'প্রেরকের নাম'],
  date: [
    'sent',
    'date',
    'gesendet',
    'datum',
    'envoyé',
    'enviado',
    'fecha',
    'তারিখ',
    'পাঠানো হয়েছে',
    'পাঠানো',
    'প্রেরিত',
    'সময়',
  ],
  to: ['to', 'cc', 'bcc', 'an', 'à', 'para', 'প্রতি', 'প্রাপক', 'অনুলিপি', 'সিসি'],
  subject: ['subject', 'betreff', 'objet', 'asunto', 'বিষয়'],
  replyTo: ['reply-to', 'reply to', 'please respond to', 'উত্তর দিন'],
  sentBy: ['sent by', 'gesendet von', 'envoyé par', 'enviado por'],
};

const headerOf = new Map(
  Object.entries(headerNames).flatMap(([header, names]) =>
    names.map((name) => [name.normalize('NFC'), header as keyof typeof headerNames] as const),
  ),
);

const written =
  /(?:wrote|writes|schrieb|a écrit|escribió|লিখেছেন|লিখেছে|লিখেন|লিখেছিলেন|এ লিখেছেন)\s*[:：]?$/iu;
const oldAttribution = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}[^<]{0,120}<[^<>\s]{3,100}@[^<>\s]{1,100}>\s{0,9}[:：]$/;
/** `Dealer <info@dealer.example> wrote on 4 Dec 2026 10:00:`. */
const senderFirst =
  /^[^<]{0,120}<[^<>\s]{3,100}@[^<>\s]{1,100}>\s{0,9}(?:wrote|schrieb|লিখেছেন)\s[^<>]{4,80}[:：]$/iu;
/** `-----Rahim Uddin/Service/Dealer wrote: -----`, of Lotus Notes. */
const betweenDashes =
  /^-{3,20}\s{0,9}[^\s-].{0,300}\s(?:wrote|schrieb|a écrit|escribió|লিখেছেন)\s{0,3}:\s{0,9}-{3,20}$/iu;
const beginsAttribution = /^(?:on|am|le|el|(?:রবি|সোম|মঙ্গল|বুধ|বৃহস্পতি|বৃহঃ|শুক্র|শনি)|[\d০-৯]{1,4}[ /.-])/iu;
/** A mark with the header behind it, which some phones write in one line. */
const markWithHeader = /^([-_=*\s]{2,100}(?:original|forwarded) message[-_=*\s]{2,100})(from:.{0,400})$/i;
const dashes = /^[-\s]{1,20}|[-\s]{1,20}$/g;
const hasMoment = /\d{4}|\d{1,2}:\d\d|@|[০-৯]{4}/u;

type Mark = { kind: 'reply' | 'original' | 'forward' | 'header'; at: number; next: number };

/**
 * Divides the lines of a mail into what its sender wrote and what they answer or forward. What is quoted by `>`, below "On … wrote:",
 * "Original Message" or a header such as Outlook's goes, above and below what the sender wrote.
 *
 * @param how.isForward its subject says so.
 * @param how.isReply it answers another mail, as its headers or subject say.
 */
export function divideMail(
  lines: string,
  { isForward, isReply }: { isForward: boolean; isReply: boolean },
): MailBody {
  const all = lines.split('\n').flatMap(headerAsLines);
  const plain = all.map(unquoted);
  const mark = markIn(plain, isForward || isReply);
  const forwards = mark && (mark.kind === 'forward' || (isForward && !isReply));
  if (mark && forwards) {
    const above = all.slice(0, mark.at).filter((line) => !isQuoted(line));
    const inner = all.slice(mark.next);
    const isCited = isQuoted(inner.find((line) => line.trim() !== '') ?? '');
    return {
      own: joined(above),
      quoted: '',
      forwarded: forwardedMail(isCited ? inner.map(unquoted) : inner),
    };
  }
  const isAnswer = isForward || isReply || mark !== undefined;
  const quoted = isAnswer ? [] : all.filter(isQuoted).map(unquoted);
  return { own: joined(ownLines(all, isForward || isReply)), quoted: joined(quoted), forwarded: null };
}

function headerAsLines(line: string): string[] {
  const [, mark, header] = markWithHeader.exec(line) ?? [];
  if (mark === undefined || header === undefined) return [line];
  return [mark, ...header.split(/\s(?=(?:date|sent|to|cc|subject):)/i), ''];
}

function ownLines(all: readonly string[], isAnswer: boolean): string[] {
  const own: string[] = [];
  let rest = all;
  for (let quotes = 0; ; quotes++) {
    const mark = markIn(rest.map(unquoted), isAnswer);
    if (!mark) break;
    if (quotes === maxQuotes) return own.filter((line) => !isQuoted(line));
    own.push(...rest.slice(0, mark.at));
    const below = rest.slice(mark.next);
    const first = below.find((line) => line.trim() !== '') ?? '';
    // Without `>` nobody can tell where an earlier mail ends.
    if (!isQuoted(first)) return own.filter((line) => !isQuoted(line));
    const end = endOfQuote(below);
    rest = below.slice(end);
  }
  return [...own, ...rest].filter((line) => !isQuoted(line));
}

function endOfQuote(lines: readonly string[]): number {
  const end = lines.findIndex((line) => line.trim() !== '' && !isQuoted(line));
  return end === -1 ? lines.length : end;
}

function markIn(lines: readonly string[], isAnswer: boolean): Mark | undefined {
  for (const [at, whole] of lines.entries()) {
    const line = whole.slice(0, maxLine).trim();
    if (line === '') continue;
    if (forwardMarks.test(line)) return { kind: 'forward', at, next: at + 1 };
    if (originalMarks.test(line)) return { kind: 'original', at, next: at + 1 };
    const header = headerAt(lines, at);
    if (header && (isAnswer || header.isWhole)) return { kind: 'header', at, next: at };
    if (betweenDashes.test(line)) return { kind: 'reply', at, next: at + 1 };
    const end = endOfColumns(lines, at) ?? endOfAttribution(lines, at, line);
    if (end !== undefined) return { kind: 'reply', at, next: end };
  }
  return undefined;
}

const toColumn = /(?:^|\s{2})To(?:$|:\s)/;
const subjectColumn = /(?:^|\s{2})Subject(?:$|:\s)/;
const maxLinesAboveTo = 6;

/** Where a header of Lotus Notes ends: whom it is from in one column, `To`, `cc` and `Subject` in another. */
function endOfColumns(lines: readonly string[], at: number): number | undefined {
  const found = (column: RegExp, from: number, most: number) => {
    const index = lines
      .slice(from, from + most)
      .findIndex((line) => column.test(line.slice(0, maxLine).trimEnd()));
    return index === -1 ? undefined : from + index;
  };
  const to = found(toColumn, at, maxLinesAboveTo);
  if (to === undefined || !lines.slice(at, to + 1).every((line) => /^\s+\S/.test(line))) return undefined;
  const subject = found(subjectColumn, to + 1, maxHeaderLines);
  if (subject === undefined) return undefined;
  const whole = lines.slice(at, subject + 1).join(' ');
  if (!whole.includes('@') || !hasMoment.test(whole)) return undefined;
  const rest = lines.slice(subject + 1).findIndex((line, index) => index > 0 && line.trim() === '');
  return rest === -1 ? lines.length : subject + 1 + rest;
}

function endOfAttribution(lines: readonly string[], at: number, whole: string): number | undefined {
  const first = whole.replace(dashes, '');
  if (oldAttribution.test(first) || (senderFirst.test(first) && hasMoment.test(first))) return at + 1;
  if (!beginsAttribution.test(first)) return undefined;
  let text = '';
  for (let next = at; next < Math.min(at + maxAttributionLines, lines.length); next++) {
    const line = (lines[next] ?? '').slice(0, maxLine).trim().replace(dashes, '');
    if (line === '' && next > at) return undefined;
    text = `${text} ${line}`;
    if (written.test(line.replace(/[*_]{1,20}$/, ''))) return hasMoment.test(text) ? next + 1 : undefined;
  }
  return undefined;
}

type Header = { from: string; subject: string; replyTo: string; next: number; isWhole: boolean };

function headerAt(lines: readonly string[], at: number): Header | undefined {
  const first = headerLine(lines[at] ?? '');
  if (!first || !['from', 'to', 'subject', 'date'].includes(first.header)) return undefined;
  const found = new Map<string, string>();
  let open = '';
  let next = at;
  for (; next < Math.min(at + maxHeaderLines, lines.length); next++) {
    const line = (lines[next] ?? '').trim();
    const said = headerLine(line);
    if (said) {
      if (!found.has(said.header)) found.set(said.header, said.value);
      open = said.header;
    } else if (line === '' && found.get(open) !== '') break;
    // The value stands on the next line, or goes on there.
    else if (found.get(open) === '' || open === 'to' || open === 'from')
      found.set(open, `${found.get(open)} ${line}`.trim());
    else break;
  }
  if (!found.has('from') || found.size < 3) return undefined;
  const isWhole = found.has('date') && (found.has('to') || found.has('subject'));
  const said = (header: string) => found.get(header) ?? '';
  return { from: said('from'), subject: said('subject'), replyTo: said('replyTo'), next, isWhole };
}

function headerLine(line: string): { header: keyof typeof headerNames; value: string } | undefined {
  const text = line
    .slice(0, maxLine)
    .replaceAll(cellMark, ':')
    .replace(/^[\s*_|:]+/, '');
  const at = text.search(/[:：]/);
  if (at < 1 || at > 20) return undefined;
  const name = text
    .slice(0, at)
    .replace(/[*_]{1,20}$/, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
  const header = headerOf.get(name);
  return (
    header && {
      header,
      value: text
        .slice(at + 1)
        .replace(/^[\s*_:]+/, '')
        .trim(),
    }
  );
}

function forwardedMail(lines: readonly string[]): ForwardedMail {
  const start = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  const header = headerAt(lines, start);
  if (!header) return { from: null, subject: '', lines: joined(lines) };
  const body = lines.slice(header.next);
  return {
    from: readSender(header.replyTo) ?? readSender(header.from),
    subject: header.subject,
    lines: joined(body),
  };
}

/** Reads a sender such as `Rahim <rahim@example.com>`; null without an address. */
export function readSender(text: string): MailSender | null {
  const shown = text.slice(0, maxLine);
  const [address] =
    /[^\s<>"'()[\]:,;@]{1,64}@[^\s<>"'()[\]:,;@]{1,200}\.[^\s<>"'()[\]:,;@]{2,60}/.exec(shown) ?? [];
  if (!address) return null;
  const [before = ''] = shown.split(/[<[(]|mailto:/i, 1);
  const name = before.replace(address, '').replace(/["*']/g, '').trim();
  return { name, address };
}

function isQuoted(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

function unquoted(line: string): string {
  return line.slice(0, 20).replace(/^(?:\s{0,3}>)+ ?/, '') + line.slice(20);
}

function joined(lines: readonly string[]): string {
  return lines.join('\n').trim();
}
