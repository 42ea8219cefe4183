import type { Email } from 'postal-mime';
import type { AutomaticMail } from '#contract/intake/mails.ts';
import { ownMailHeader } from '#server/lib/own-mail.ts';

/**
 * Whether a program sent a mail by itself, as RFC 3834 and mail programs mark it: nobody waits for an answer to it, and an answer
 * may be answered by a program, too.
 *
 * @returns what kind of mail it is; null for one of a person.
 */
export function automaticKind({ headers, subject }: Email): AutomaticMail | null {
  const says = (name: string, what: RegExp) =>
    headers.some(({ key, value }) => key === name && what.test(value.slice(0, 500)));
  if (says(ownMailHeader.toLowerCase(), /\S/)) return 'ownMail';
  const isReport = says('content-type', /^\s*multipart\/report/i);
  const isFromDaemon = says('from', /mailer-daemon|postmaster@/i);
  const hasNoReturnPath = says('return-path', /^\s{0,9}<?\s{0,9}>?\s{0,9}$/);
  if (isReport || isFromDaemon || (hasNoReturnPath && isUndelivered(subject))) return 'bounce';
  const isReply =
    says('auto-submitted', /^\s*auto-replied/i) ||
    says('precedence', /auto.?reply/i) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some((name) => says(name, /\S/));
  if (isReply || (hasNoReturnPath && isAway(subject))) return 'autoReply';
  const isList =
    ['list-id', 'list-unsubscribe', 'list-post', 'list-help'].some((name) => says(name, /\S/)) ||
    says('precedence', /bulk|list|junk/i) ||
    says('feedback-id', /\S/);
  if (isList) return 'bulk';
  const isGenerated =
    says('auto-submitted', /^\s*(?!no\b)\S/i) || says('x-auto-response-suppress', /all|autoreply|oof/i);
  return isGenerated || hasNoReturnPath ? 'generated' : null;
}

function isUndelivered(subject = ''): boolean {
  return /undeliver|delivery (?:status|failure|has failed)|returned mail|failure notice|mail delivery/i.test(
    subject,
  );
}

function isAway(subject = ''): boolean {
  return /out of (?:the )?office|automatic reply|auto.?reply|away from|abwesen|অফিসের বাইরে|স্বয়ংক্রিয় উত্তর/iu.test(
    subject.normalize('NFC'),
  );
}
