import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { Demo } from './demo.ts';

/** Generous, for a busy machine; a mail is on its way within a second or two. */
const patience = 120_000;

/**
 * Waits for mails to an address.
 *
 * @param about what their subject says.
 * @param count how many of them there must be at least.
 * @returns them, oldest first.
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

/** The mails to an address that have been sent by now, oldest first. */
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

/** The link of a mail's button. @throws when it has none, or its HTML and its text lead elsewhere. */
export function linkIn(mail: Email | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link || !mail?.html?.includes(`href="${link}"`)) throw new Error(`No link: ${mail?.text}`);
  return link;
}

/** The six digits of a mail. @throws when there are none. */
export function codeIn(mail: Email | undefined): string {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`No code: ${mail?.text}`);
  return code;
}

/** What the subjects of Pitlane's mails say. */
export const about = {
  invitation: /invites you/,
  code: /is your code/,
  reset: /Set a new password/,
} as const;
