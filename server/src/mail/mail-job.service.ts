import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Env } from '#server/env.ts';
import { defineJob, type JobKind, JobRefusedError } from '#server/jobs/jobs.service.ts';
import { renderEmail } from '#server/lib/email-content.ts';
import {
  createFileMailer,
  createSmtpMailer,
  getOutboxFolder,
  type Mailer,
  MailRefusedError,
} from '#server/lib/mailer.ts';
import {
  type EmailSettings,
  type EmailWriter,
  type MailEndHandler,
  type MailKind,
  mailKind,
  mailPayload,
} from './mail.service.ts';

const threeDays = 3 * 24 * 3_600_000;

type MailParts = Context & {
  env: EmailSettings & Pick<Env, 'smtpUrl' | 'smtpInsecure' | 'mailFrom' | 'dataDir'>;
  say: (line: string) => void;
};

/**
 * Makes the job that sends queued emails. Text, link and code are made at sending, by what the nouns have in `letters`; `ends` are
 * told what became of theirs.
 */
export function mailJob(
  parts: MailParts,
  letters: Record<MailKind, EmailWriter>,
  ends: Partial<Record<MailKind, MailEndHandler>> = {},
): JobKind {
  const { clock, env } = parts;
  const mailer = openMailer(parts);
  return defineJob({
    name: mailKind,
    payload: mailPayload,
    giveUpAfter: threeDays,
    run: async (id, { about, ...subject }) => {
      const at = clock.now();
      const letter = await letters[about](parts, subject, env);
      if (!letter) return undefined;
      const { name: senderName } = await readDealer(parts);
      const rendered = renderEmail(letter, senderName);
      const mail = { id, to: subject.email, senderName, subject: letter.subject, ...rendered, at };
      await mailer.send(mail).catch((error: unknown) => {
        throw error instanceof MailRefusedError ? new JobRefusedError() : error;
      });
      return undefined;
    },
    ended: async (inside, { about, ...subject }, end) => ends[about]?.(inside, subject, end),
  });
}

/**
 * Makes the mailer of the settings: their mail server or, without one, the outbox.
 *
 * @param parts.say is told where an email was written.
 */
export function openMailer({
  env,
  say,
}: Pick<MailParts, 'say'> & { env: Omit<MailParts['env'], keyof EmailSettings> }): Mailer {
  if (env.smtpUrl) return createSmtpMailer(env.smtpUrl, env.mailFrom, { insecure: env.smtpInsecure });
  return createFileMailer(getOutboxFolder(env.dataDir), env.mailFrom, (path) =>
    say(`Email written to ${path}`),
  );
}
