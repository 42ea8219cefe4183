import { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { type JobEnd, queueJob } from '#server/jobs/jobs.service.ts';
import type { EmailContent } from '#server/lib/email-content.ts';

/** The payload of a queued email: its kind, its receiver, and what it is about. */
export const mailPayload = z.strictObject({
  about: z.enum([
    'invitation',
    'registration',
    'code',
    'passwordReset',
    'passwordChanged',
    'secondFactorOn',
    'secondFactorChanged',
    'secondFactorOff',
    'secondFactorReset',
    'secondStepMissing',
    'passkeyAdded',
    'passkeyRemoved',
    'recoveryCodeUsed',
    'recoveryCodesRenewed',
    'enquiryAnswer',
  ]),
  email: z.string(),
  registrationId: z.string().nullable(),
  delivery: z.string().optional(),
});

/** The kind of job that sends emails. */
export const mailKind = 'mail';

/** A kind of email, by what it is about. */
export type MailKind = z.infer<typeof mailPayload>['about'];

/** The settings that the texts of emails need. */
export type EmailSettings = Pick<Env, 'publicUrl' | 'registration'>;

type MailSubject = { email: string; registrationId: string | null; delivery?: string | undefined };

/** Hears, in a transaction, what became of an email. */
export type MailEndHandler = (
  inside: Pick<Context, 'db'>,
  subject: MailSubject,
  end: JobEnd,
) => Promise<void>;

/** Writes an email when it is sent; undefined when there is nothing to send. */
export type EmailWriter = (
  context: Context,
  subject: MailSubject,
  settings: EmailSettings,
) => Promise<EmailContent | undefined>;

/**
 * Queues an email, which is sent once `context.db`'s transaction commits. What to say, if anything, is decided then: the caller does
 * the same work for known and unknown addresses.
 *
 * @param registrationId of a registration that waits, which the email is for.
 */
export function queueMail(
  context: Context,
  about: MailKind,
  email: string,
  registrationId: string | null = null,
  delivery?: string,
): Promise<void> {
  const subject = { email: email.toLowerCase(), registrationId, ...(delivery && { delivery }) };
  const payload: z.infer<typeof mailPayload> = { about, ...subject };
  return queueJob(context, mailKind, payload);
}
