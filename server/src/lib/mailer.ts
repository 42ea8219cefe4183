import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail to one person. `id` is the same for every try of it, so that a receiver can tell a repeated one. */
type Mail = {
  id: string;
  to: string;
  /** The sender's name, when the address that is set has none of its own. */
  senderName: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
};

/** Where mails go. */
export type Mailer = {
  /** @throws MailRefusedError when another try would be refused as well, any other error when it may succeed later. */
  send(mail: Mail): Promise<void>;
};

/** The receiving side will never take this mail. */
export class MailRefusedError extends Error {}

const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** @returns the folder in which emails are kept as files while no mail server is set. */
export function outboxIn(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * Sends over SMTP. A password goes out over TLS only, unless `insecure` allows otherwise.
 *
 * @param url `smtp://host:587` or `smtps://user:password@host`.
 * @param from the sender's address.
 */
export function smtpMailer(url: string, from: string, { insecure }: { insecure: boolean }): Mailer {
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

/** An address with a password asks for TLS, whatever else it says: nodemailer lets it overrule the other options. */
function protectPassword(address: string): string {
  const url = new URL(address);
  if (url.password === '') return address;
  for (const name of [...url.searchParams.keys()]) if (/tls$/i.test(name)) url.searchParams.delete(name);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Writes each mail as an `.eml` file, whole or not at all. @param onWritten is told the file's path. */
export function fileMailer(folder: string, from: string, onWritten: (path: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.at.toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
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
    messageId: `<${mail.id}@${domain}>`,
    // Asks mail robots not to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A refused receiver or message; a refused sign-in is a setting that somebody will mend. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isOfMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isOfMail && Number(error.responseCode) >= 500;
}
