import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Demo } from './demo.ts';

const patience = 120_000;

/**
 * Waits for emails to an address and returns them, oldest first.
 *
 * @param about matches their subject.
 * @param count the least to wait for.
 * @throws after two minutes.
 */
export async function waitForMails(demo: Demo, address: string, about: RegExp, count = 1): Promise<Email[]> {
  const giveUp = Date.now() + patience;
  for (;;) {
    const mails = (await readMails(demo, address)).filter(({ subject }) => about.test(subject ?? ''));
    if (mails.length >= count) return mails;
    if (Date.now() > giveUp)
      throw new Error(`${mails.length} instead of ${count} mails ${about} to ${address}`);
    await wait(100);
  }
}

/** Returns the emails to an address that have been sent so far, oldest first. */
export async function readMails(demo: Demo, address: string): Promise<Email[]> {
  const files = await readdir(demo.outbox).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .map(async (file) => PostalMime.parse(await readFile(join(demo.outbox, file)))),
  );
  return mails.filter(({ to }) => to?.some((receiver) => receiver.address === address));
}

/**
 * Returns the link of an email's button.
 *
 * @throws without one, or if HTML and text disagree.
 */
export function getMailLink(mail: Email | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link || !mail?.html?.includes(`href="${link}"`)) throw new Error(`No link: ${mail?.text}`);
  return link;
}

/**
 * Returns the six digits of an email.
 *
 * @throws without any.
 */
export function getMailCode(mail: Email | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code: ${mail?.text}`);
  return code;
}

/** Patterns of the subjects of the emails about accounts. */
export const mailSubjects = {
  invitation: /invites you/,
  code: /is your code/,
  reset: /Set a new password/,
} as const;
