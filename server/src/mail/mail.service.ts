import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';

/** What the job of an email holds: what it is about, to whom it goes, and the registration, where an address has several. */
export const mailPayload = z.strictObject({
  about: z.enum(['invitation', 'registration', 'code', 'passwordReset', 'passwordChanged']),
  email: z.string(),
  registrationId: z.string().nullable(),
});

/** What an email is about. */
export type MailKind = z.infer<typeof mailPayload>['about'];

/**
 * Has an email sent once the transaction that `context.db` is in commits. What it says, and whether there is anything to say
 * to this address, is decided when it is sent: the caller does the same work for known and unknown addresses.
 *
 * @param registrationId the registration that it is about, where there may be several for the address.
 */
export function queueMail(
  context: Context,
  about: MailKind,
  email: string,
  registrationId: string | null = null,
): Promise<void> {
  const payload: z.infer<typeof mailPayload> = { about, email: email.toLowerCase(), registrationId };
  return queueJob(context, 'mail', payload);
}
