import { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { type JobEnd, queueJob } from '#server/jobs/jobs.service.ts';
import type { EmailContent } from '#server/lib/email-content.ts';

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

export const mailKind = 'mail';

export type MailKind = z.infer<typeof mailPayload>['about'];

export type EmailSettings = Pick<Env, 'publicUrl' | 'registration'>;

type MailSubject = { email: string; registrationId: string | null; delivery?: string | undefined };

export type MailEndHandler = (
  inside: Pick<Context, 'db'>,
  subject: MailSubject,
  end: JobEnd,
) => Promise<void>;

export type EmailWriter = (
  context: Context,
  subject: MailSubject,
  settings: EmailSettings,
) => Promise<EmailContent | undefined>;

/**
 * Queues an email, which is sent once `context.db`'s transaction commits. What to say, if anything, is decided then: the caller does the
 * same work for known and unknown addresses.
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
