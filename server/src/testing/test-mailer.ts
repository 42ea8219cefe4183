import type { Env } from '#server/env.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import { openMailer } from '#server/mail/mail-job.service.ts';

export function openTestMailer(
  { dataDir, mailFrom = '' }: Pick<Env, 'dataDir'> & { mailFrom?: string },
  smtpUrl: string | undefined,
): Mailer {
  return openMailer({ env: { dataDir, mailFrom, smtpUrl, smtpInsecure: false }, say: () => undefined });
}
