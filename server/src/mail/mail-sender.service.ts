import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as auth from '#server/auth/auth-letters.service.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { Env } from '#server/env.ts';
import { writeInvitation } from '#server/invites/invite-letters.service.ts';
import { type Letter, renderLetter } from '#server/lib/letter.ts';
import { fileMailer, type Mailer, MailRefusedError, smtpMailer } from '#server/lib/mailer.ts';
import { claimMailJob, deleteMailJob, type MailKind, postponeMailJob } from '#server/mail/mail.db.ts';

const lookEvery = 500;
const lease = 120_000;
const firstPause = 5_000;
const longestPause = 600_000;
const giveUpAfter = 3 * 24 * 3_600_000;
const longestFarewell = 2_000;

/** What the mails' words depend on. */
export type LetterSettings = Pick<Env, 'publicUrl' | 'registration'>;

/** What mails are sent with: SMTP, or files below the data folder whose paths `say` tells. */
export type MailParts = Context & {
  env: LetterSettings & Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  log: Pick<Logger, 'warn' | 'error'>;
  say: (line: string) => void;
};

const writers: Record<
  MailKind,
  (context: Context, email: string, settings: LetterSettings) => Promise<Letter | undefined>
> = {
  invitation: writeInvitation,
  registration: auth.writeRegistration,
  code: auth.writeCode,
  passwordReset: auth.writePasswordReset,
  passwordChanged: auth.writePasswordChanged,
};

/** Sends what waits to be sent, one mail after another, until it is stopped. Several processes share the work. */
export function startMail(parts: MailParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = keepSending(parts, openMailer(parts), stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([done, wait(longestFarewell, undefined, { ref: false })]);
    },
  };
}

function openMailer({ env, say }: MailParts): Mailer {
  if (env.smtpUrl) return smtpMailer(env.smtpUrl, env.mailFrom);
  return fileMailer(`${env.dataDir}/outbox`, env.mailFrom, (path) => say(`Mail written to ${path}`));
}

async function keepSending(parts: MailParts, mailer: Mailer, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const hasMore = await sendNext(parts, mailer).catch((error: unknown) => {
      parts.log.warn({ reason: nameOf(error) }, 'mails wait: the database did not answer');
      return false;
    });
    if (!hasMore) await wait(lookEvery, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** @returns whether there was a mail to send. */
async function sendNext(parts: MailParts, mailer: Mailer): Promise<boolean> {
  const { db, clock, env, log } = parts;
  const now = clock.now();
  const job = await claimMailJob(db, now, new Date(now.getTime() + lease));
  if (!job) return false;
  try {
    const letter = await writers[job.kind]({ db, clock }, job.email, env);
    if (letter) {
      const { name: senderName } = await readDealer(parts);
      const { subject } = letter;
      const rendered = renderLetter(letter, senderName);
      await mailer.send({ id: job.id, to: job.email, senderName, subject, ...rendered, at: now });
    }
    await deleteMailJob(db, job.id);
  } catch (error) {
    const isOver =
      error instanceof MailRefusedError || now.getTime() - job.created_at.getTime() > giveUpAfter;
    const notes = { mail: job.id, kind: job.kind, reason: nameOf(error) };
    if (isOver) {
      log.error(notes, 'a mail was given up');
      await deleteMailJob(db, job.id);
    } else {
      log.warn(notes, 'a mail could not be sent yet');
      const pause = Math.min(longestPause, firstPause * 2 ** (job.attempts - 1));
      await postponeMailJob(db, job.id, new Date(clock.now().getTime() + pause));
    }
  }
  return true;
}

/** The kind of failure only: what mail servers answer may hold addresses. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
