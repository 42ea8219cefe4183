import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Demo } from './demo.ts';

const patience = 120_000;

/**
 * Waits for emails, oldest first.
 *
 * @param about matches their subject.
 * @param count the least to wait for.
 */
export async function mailsTo(demo: Demo, address: string, about: RegExp, count = 1): Promise<Email[]> {
  const giveUp = Date.now() + patience;
  for (;;) {
    const mails = (await mailsNow(demo, address)).filter(({ subject }) => about.test(subject ?? ''));
    if (mails.length >= count) return mails;
    if (Date.now() > giveUp)
      throw new Error(`${mails.length} instead of ${count} mails ${about} to ${address}`);
    await wait(100);
  }
}

export async function mailsNow(demo: Demo, address: string): Promise<Email[]> {
  const files = await readdir(demo.outbox).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .map(async (file) => PostalMime.parse(await readFile(join(demo.outbox, file)))),
  );
  return mails.filter(({ to }) => to?.some((receiver) => receiver.address === address));
}

/** The link of an email's button. @throws without one, or if HTML and text disagree. */
export function linkIn(mail: Email | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link || !mail?.html?.includes(`href="${link}"`)) throw new Error(`No link: ${mail?.text}`);
  return link;
}

/** Six digits. @throws without any. */
export function codeIn(mail: Email | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code: ${mail?.text}`);
  return code;
}

export const about = {
  invitation: /invites you/,
  code: /is your code/,
  reset: /Set a new password/,
} as const;
