import type { Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { insertMailJob, type MailKind } from '#server/mail/mail.db.ts';

/**
 * Has a mail sent, once the transaction that `context.db` is in commits. What it says, and whether there is anything to say
 * to this address, is decided when it is sent: the caller does the same work for known and unknown addresses.
 */
export function queueMail(context: Context, kind: MailKind, email: string): Promise<void> {
  const at = context.clock.now();
  return insertMailJob(context.db, { id: newId(at), kind, email: email.toLowerCase(), at });
}
