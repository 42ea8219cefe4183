import type { Email } from 'postal-mime';
import type { AutomaticMail } from '#contract/intake/mails.ts';
import { isOwnMessageId, ownMailHeader } from '#server/lib/own-mail.ts';

/**
 * Tells whether a program sent a mail by itself, as RFC 3834 and mail programs mark it: nobody waits for an answer to it, and an
 * answer may be answered by a program, too.
 *
 * @returns what kind of mail it is; null for one of a person.
 */
export function detectAutomaticMail({
  headers,
  subject = '',
  messageId,
  attachments,
}: Email): AutomaticMail | null {
  const says = (name: string, what: RegExp) =>
    headers.some(({ key, value }) => key === name && what.test(value.slice(0, 500)));
  if (says(ownMailHeader.toLowerCase(), /\S/) || isOwnMessageId(messageId ?? '')) return 'ownMail';
  const isReport = says('content-type', /^\s*multipart\/report/i);
  const isReadReport =
    isReport && says('content-type', /report-type\s{0,9}=\s{0,9}"?disposition-notification/i);
  if (isReadReport || attachments.some(isCalendarReply)) return 'receipt';
  const isFromDaemon = says('from', /mailer-daemon|postmaster@/i) || says('x-failed-recipients', /\S/);
  const hasNoReturnPath = says('return-path', /^\s{0,9}<?\s{0,9}>?\s{0,9}$/);
  if (isReport || isFromDaemon || (hasNoReturnPath && isUndelivered(subject))) return 'bounce';
  const isPrecedence = says('precedence', /bulk|list|junk/i);
  const isGenerated =
    says('auto-submitted', /^\s*(?!no\b)\S/i) || says('x-auto-response-suppress', /all|autoreply/i);
  const isReply =
    says('auto-submitted', /^\s*auto-replied/i) ||
    says('precedence', /auto.?reply/i) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some((name) => says(name, /\S/));
  const isProgram = hasNoReturnPath || isPrecedence || isGenerated;
  if (isReply || isAwayMark(subject) || (isProgram && isAway(subject))) return 'autoReply';
  const isList =
    ['list-id', 'list-unsubscribe', 'list-post', 'list-help'].some((name) => says(name, /\S/)) ||
    isPrecedence ||
    says('feedback-id', /\S/);
  if (isList) return 'bulk';
  return isGenerated || hasNoReturnPath ? 'generated' : null;
}

function isCalendarReply({ mimeType, method }: Email['attachments'][number]): boolean {
  return mimeType === 'text/calendar' && method === 'REPLY';
}

function isUndelivered(subject: string): boolean {
  return /undeliver|delivery (?:status|failure|has failed)|returned mail|failure notice|mail delivery/i.test(
    subject,
  );
}

const awayWords = 'অফিসের বাইরে|স্বয়ংক্রিয় উত্তর'.normalize('NFC');
const away = new RegExp(
  `out of (?:the )?office|automatic reply|auto.?reply|away from|abwesen|${awayWords}`,
  'iu',
);
/** How mail programs begin the subject of an answer that they send, without any header. */
const awayMark = new RegExp(
  `^\\s{0,9}(?:automatic reply|auto(?:matic)?[ -]?reply|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|${awayWords})\\s{0,9}(?:[:：]|re:|$)`,
  'iu',
);

function isAway(subject: string): boolean {
  return away.test(subject.slice(0, 500).normalize('NFC'));
}

function isAwayMark(subject: string): boolean {
  return awayMark.test(subject.slice(0, 500).normalize('NFC'));
}
