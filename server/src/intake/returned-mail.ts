import { containsOwnMail } from '#server/lib/own-mail.ts';
import { isAnswerSubject } from './answer-letters.ts';
import type { ReadMail } from './mail-texts.ts';

/**
 * Tells whether a mail is one of Pitlane's that comes back, also within a bounce or where a server has taken away its headers. An
 * answer to one is a person's.
 *
 * @param sender the address that Pitlane sends from, in lower case.
 */
export function isReturnedMail(mail: ReadMail, sender: string | undefined): boolean {
  const { automatic, from, subject, lines, isReply, isForward } = mail;
  if (automatic === 'ownMail') return true;
  const isFromUs = sender !== undefined && from?.address.toLowerCase() === sender;
  if (isFromUs && !isReply && !isForward && isAnswerSubject(subject)) return true;
  const isReturned = automatic === 'bounce' || automatic === 'autoReply' || automatic === 'generated';
  return isReturned && (containsOwnMail(lines) || mail.attached.some((each) => isReturnedMail(each, sender)));
}
