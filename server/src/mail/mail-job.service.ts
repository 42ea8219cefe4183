import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Env } from '#server/env.ts';
import { defineJob, type JobKind, JobRefusedError } from '#server/jobs/jobs.service.ts';
import { renderLetter } from '#server/lib/letter.ts';
import { fileMailer, type Mailer, MailRefusedError, outboxIn, smtpMailer } from '#server/lib/mailer.ts';
import {
  type LetterSettings,
  type LetterWriter,
  type MailEnd,
  type MailKind,
  mailKind,
  mailPayload,
} from './mail.service.ts';

const threeDays = 3 * 24 * 3_600_000;

type MailParts = Context & {
  env: LetterSettings & Pick<Env, 'smtpUrl' | 'smtpInsecure' | 'mailFrom' | 'dataDir'>;
  say: (line: string) => void;
};

/** Text, link and code are made at sending, by what the nouns have in `letters`; `ends` are told what became of theirs. */
export function mailJob(
  parts: MailParts,
  letters: Record<MailKind, LetterWriter>,
  ends: Partial<Record<MailKind, MailEnd>> = {},
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
      const rendered = renderLetter(letter, senderName);
      const mail = { id, to: subject.email, senderName, subject: letter.subject, ...rendered, at };
      await mailer.send(mail).catch((error: unknown) => {
        throw error instanceof MailRefusedError ? new JobRefusedError() : error;
      });
      return undefined;
    },
    ended: async (inside, { about, ...subject }, end) => ends[about]?.(inside, subject, end),
  });
}

function openMailer({ env, say }: MailParts): Mailer {
  if (env.smtpUrl) return smtpMailer(env.smtpUrl, env.mailFrom, { insecure: env.smtpInsecure });
  return fileMailer(outboxIn(env.dataDir), env.mailFrom, (path) => say(`Email written to ${path}`));
}
