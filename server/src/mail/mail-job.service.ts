import * as auth from '#server/auth/auth-letters.service.ts';
import {
  type SecondFactorNews,
  writeSecondFactorNews,
} from '#server/auth/second-factor/second-factor-letters.service.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Env } from '#server/env.ts';
import { writeInvitation } from '#server/invites/invite-letters.service.ts';
import { defineJob, type JobKind, JobRefusedError } from '#server/jobs/jobs.service.ts';
import { type Letter, renderLetter } from '#server/lib/letter.ts';
import { fileMailer, type Mailer, MailRefusedError, outboxIn, smtpMailer } from '#server/lib/mailer.ts';
import { type MailKind, mailKind, mailPayload } from './mail.service.ts';

const threeDays = 3 * 24 * 3_600_000;

type LetterSettings = Pick<Env, 'publicUrl' | 'registration'>;

/** Without SMTP, `say` tells the paths of files. */
type MailParts = Context & {
  env: LetterSettings & Pick<Env, 'smtpUrl' | 'smtpInsecure' | 'mailFrom' | 'dataDir'>;
  say: (line: string) => void;
};

type MailSubject = { email: string; registrationId: string | null };

type Writer = (
  context: Context,
  subject: MailSubject,
  settings: LetterSettings,
) => Promise<Letter | undefined>;

const newsOf =
  (news: SecondFactorNews): Writer =>
  (context, { email }, settings) =>
    writeSecondFactorNews(context, news, email, settings);

const writers: Record<MailKind, Writer> = {
  invitation: (context, { email }, settings) => writeInvitation(context, email, settings),
  registration: auth.writeRegistration,
  code: auth.writeCode,
  passwordReset: (context, { email }, settings) => auth.writePasswordReset(context, email, settings),
  passwordChanged: (context, { email }, settings) => auth.writePasswordChanged(context, email, settings),
  secondFactorOn: newsOf('secondFactorOn'),
  secondFactorChanged: newsOf('secondFactorChanged'),
  secondFactorOff: newsOf('secondFactorOff'),
  secondFactorReset: newsOf('secondFactorReset'),
  secondStepMissing: newsOf('secondStepMissing'),
  passkeyAdded: newsOf('passkeyAdded'),
  passkeyRemoved: newsOf('passkeyRemoved'),
  recoveryCodeUsed: newsOf('recoveryCodeUsed'),
  recoveryCodesRenewed: newsOf('recoveryCodesRenewed'),
};

/** Text, link and code are made at sending. */
export function mailJob(parts: MailParts): JobKind {
  const { clock, env } = parts;
  const mailer = openMailer(parts);
  return defineJob({
    name: mailKind,
    payload: mailPayload,
    giveUpAfter: threeDays,
    run: async (id, { about, ...subject }) => {
      const at = clock.now();
      const letter = await writers[about](parts, subject, env);
      if (!letter) return undefined;
      const { name: senderName } = await readDealer(parts);
      const rendered = renderLetter(letter, senderName);
      const mail = { id, to: subject.email, senderName, subject: letter.subject, ...rendered, at };
      await mailer.send(mail).catch((error: unknown) => {
        throw error instanceof MailRefusedError ? new JobRefusedError() : error;
      });
      return undefined;
    },
  });
}

function openMailer({ env, say }: MailParts): Mailer {
  if (env.smtpUrl) return smtpMailer(env.smtpUrl, env.mailFrom, { insecure: env.smtpInsecure });
  return fileMailer(outboxIn(env.dataDir), env.mailFrom, (path) => say(`Email written to ${path}`));
}
