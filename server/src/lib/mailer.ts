import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { createOwnMessageId, ownMailHeader } from './own-mail.ts';

type Mail = {
  id: string;
  to: string;
  senderName: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
};

/** Sends emails. */
export type Mailer = {
  /** @throws MailRefusedError when retrying is useless, any other error when it may help. */
  send(mail: Mail): Promise<void>;
};

/** Says that the receiving side will never take this email. */
export class MailRefusedError extends Error {}

const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Returns the folder for emails while no mail server is set. */
export function getOutboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * Makes a mailer that sends a password over TLS only, unless `insecure`; it connects when it sends.
 *
 * @param url `smtp://host:587` or `smtps://user:password@host`.
 */
export function createSmtpMailer(url: string, from: string, { insecure }: { insecure: boolean }): Mailer {
  const transport = createTransport({ url: insecure ? url : protectPassword(url), ...patience });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        throw isFinal(error) ? new MailRefusedError() : error;
      }
    },
  };
}

function protectPassword(address: string): string {
  const url = new URL(address);
  if (url.password === '') return address;
  for (const name of [...url.searchParams.keys()]) if (/tls$/i.test(name)) url.searchParams.delete(name);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Makes a mailer that sends nothing, but writes each email whole or not at all, as `.eml`. @param onWritten is told its path. */
export function createFileMailer(folder: string, from: string, onWritten: (path: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.at.toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
      // Of a killed process; opened exclusively, so that nobody else's file gets the email.
      await rm(`${path}.part`, { force: true });
      await writeFile(`${path}.part`, message, { mode: 0o600, flag: 'wx' });
      await rename(`${path}.part`, path);
      onWritten(path);
    },
  };
}

function messageOf(mail: Mail, from: string) {
  const sender = from.includes('<') ? from : { name: mail.senderName, address: from };
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from: sender,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.at,
    messageId: createOwnMessageId(mail.id, domain),
    // Asks autoresponders not to answer, and is recognised when it comes back.
    headers: { 'Auto-Submitted': 'auto-generated', [ownMailHeader]: mail.id },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const unsentCodes = ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'EREQUIRETLS'];
const unsentCauses = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const unsentTimeouts = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/** Tells whether an email that could not be sent certainly was not: else the mail server may have taken it and not said so. */
export function isUnsentMail(error: unknown): boolean {
  if (error instanceof MailRefusedError) return true;
  if (!(error instanceof Error)) return false;
  const { code, originalCode, timeoutType, responseCode }: { [Name in string]?: unknown } = { ...error };
  return (
    typeof responseCode === 'number' ||
    unsentCodes.includes(String(code)) ||
    [code, originalCode].some((cause) => unsentCauses.includes(String(cause))) ||
    unsentTimeouts.includes(String(timeoutType))
  );
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isOfMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isOfMail && Number(error.responseCode) >= 500;
}
