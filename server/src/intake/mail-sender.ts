import type { DeliveryText } from './delivery-text.ts';
import { divideMail, type ForwardedMail, type MailSender } from './mail-quotes.ts';
import { isForwardedSubject, isReplySubject, type ReadMail } from './mail-texts.ts';

/**
 * A mail as its customer's: the lines that they wrote, or of a site's table. `sentBy`: a person, a mailbox that nobody reads, or a
 * program that answers, whose senders are left out. `note`: what one of the dealer's team wrote above a mail that they forward, whose
 * sender and lines these are. `isFromTeam`: one of them sent it, and nothing tells for whom. `aside`: what gives no field, such as
 * what a customer forwards. `document`: the texts of a file that is attached, such as ADF.
 */
export type CustomerMail = {
  lines: string;
  subject: string;
  from?: MailSender;
  replyTo?: MailSender;
  sentBy: 'person' | 'mailbox' | 'program';
  note: string;
  isFromTeam: boolean;
  aside: string;
  document: readonly DeliveryText[] | null;
};

// Mailboxes that nobody reads: of a portal or a site, not of a customer.
const unread = /no-?reply|wordpress|do-?not-?reply|mailer-daemon|postmaster|notification/i;

const maxForwards = 5;

/**
 * Decides whose enquiry a mail is: of its sender, or of whom one of the team forwards. What is quoted, and the addresses of the team
 * and of the mailbox, are nobody's.
 *
 * @param ours.team addresses in lower case.
 * @param ours.sender the address that Pitlane sends from.
 * @param hasPhone whether a document tells whom to call.
 */
export function findCustomerMail(
  mail: ReadMail,
  { team, sender: ours }: { team: ReadonlySet<string>; sender?: string | undefined },
  hasPhone: (texts: readonly DeliveryText[]) => boolean,
): CustomerMail {
  const { subject, lines, isForward, isReply, automatic, attached } = mail;
  const own = new Set([...team, ...mail.receivers, ...(ours ? [ours] : [])]);
  const theirs = (sender: MailSender | null) =>
    sender && !unread.test(sender.address) && !own.has(sender.address.toLowerCase()) ? sender : undefined;
  const isProgram = automatic === 'autoReply' || automatic === 'bounce';
  const [sender, answerTo] = isProgram ? [] : [theirs(mail.from), theirs(mail.replyTo)];
  const isTeam = mail.from !== null && team.has(mail.from.address.toLowerCase());
  // What a site has written is a form, where `From:` is a label.
  const isDivided = isTeam || isForward || isReply || sender !== undefined;
  const divided = isDivided
    ? divideMail(lines, { isForward, isReply })
    : { own: lines, quoted: '', forwarded: null };
  const document = mail.documents.find(hasPhone) ?? null;
  const others = mail.documents.filter((each) => each !== document).map(textOfDocument);
  if (isTeam) {
    const inner = divided.forwarded && innermost(divided.forwarded, own);
    if (inner) return { ...ofForwarded(inner), note: joined([divided.own, inner.note]), document };
    const [first, ...more] = attached.map((each) => findCustomerMail(each, { team, sender: ours }, hasPhone));
    if (first)
      return {
        ...first,
        note: joined([divided.own, first.note]),
        aside: joined([first.aside, ...more.map((each) => joined([each.subject, each.lines]))]),
      };
    const all = joined([divided.own, divided.forwarded?.lines]);
    return {
      lines: all,
      subject,
      sentBy: 'mailbox',
      note: '',
      isFromTeam: true,
      aside: joined(others),
      document,
    };
  }
  return {
    ...{ lines: divided.own, subject, note: '', isFromTeam: false, document },
    ...(sender && { from: sender }),
    ...(answerTo && { replyTo: answerTo }),
    sentBy: isProgram ? 'program' : sender ? 'person' : 'mailbox',
    aside: joined([
      divided.quoted,
      divided.forwarded && textOfForwarded(divided.forwarded),
      ...attached.map((each) => joined([each.subject, each.lines])),
      ...others,
    ]),
  };
}

function innermost(
  forwarded: ForwardedMail,
  own: ReadonlySet<string>,
): (ForwardedMail & { from: MailSender; note: string }) | undefined {
  let inner: ForwardedMail = forwarded;
  const notes: string[] = [];
  for (let depth = 0; depth < maxForwards; depth++) {
    const { from, subject, lines } = inner;
    if (from && !own.has(from.address.toLowerCase())) return { ...inner, from, note: joined(notes) };
    const isForward = !from || isForwardedSubject(subject);
    const { own: note, forwarded: deeper } = divideMail(lines, { isForward, isReply: !isForward });
    if (!deeper) return undefined;
    notes.push(note);
    inner = deeper;
  }
  return undefined;
}

function ofForwarded({
  from,
  subject,
  lines,
}: ForwardedMail & { from: MailSender }): Omit<CustomerMail, 'note' | 'document'> {
  const isPerson = !unread.test(from.address);
  const { own, quoted } = isPerson
    ? divideMail(lines, { isForward: false, isReply: isReplySubject(subject) })
    : { own: lines, quoted: '' };
  const sentBy = isPerson ? 'person' : 'mailbox';
  return { lines: own, subject, ...(isPerson && { from }), sentBy, isFromTeam: false, aside: quoted };
}

function textOfForwarded({ from, subject, lines }: ForwardedMail): string {
  const sender = from && [from.name, `<${from.address}>`].filter(Boolean).join(' ');
  return joined([[sender, subject].filter(Boolean).join(': '), lines]);
}

function textOfDocument(texts: readonly DeliveryText[]): string {
  return joined(texts.map(({ label, text }) => (label ? `${label}: ${text}` : text)));
}

function joined(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text?.trim()).join('\n');
}
