import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Level } from '#contract/levels.ts';
import { type SignedInAccount, signedInAccount } from '#contract/people.ts';
import type { Demo } from './demo.ts';

export type NewAccount = { email: string; password: string; session: SignedInAccount };

export function uniqueEmail(): string {
  return `new-${randomUUID().slice(0, 8)}@pitlane.test`;
}

type Start = { level?: Level; serviceCenter?: string[] };

/**
 * Invites somebody by the API as superAdmin.
 *
 * @throws when refused.
 * @returns the invitation's id and the link that was emailed.
 */
export async function inviteEmployee(
  demo: Demo,
  email: string,
  start: Start = {},
): Promise<{ id: string; link: string }> {
  const answer = await demo.call(
    'POST',
    '/management/employeeinvite',
    { email, ...start },
    await demo.session('superAdmin'),
  );
  const { body, status } = answer;
  if (status !== 201 || !isInvite(body)) throw new Error(`Not invited: ${JSON.stringify(answer)}`);
  return { id: body._id, link: body.link };
}

/**
 * Invites and registers an employee by the API, and logs them in.
 *
 * @throws when refused.
 */
export async function createAccount(
  demo: Demo,
  name = 'Rafiq Islam',
  start: Start = {},
): Promise<NewAccount> {
  const email = uniqueEmail();
  const password = 'first long password';
  const { link } = await inviteEmployee(demo, email, start);
  const token = link.split('/').at(-1);
  const made = await demo.call('POST', '/public/auth/register', { name, email, password, token });
  if (made.status !== 201) throw new Error(`Not registered: ${JSON.stringify(made)}`);
  return { email, password, session: await logInByApi(demo, email, password) };
}

/**
 * Logs in by the API.
 *
 * @throws when refused, or when a second step is asked for.
 */
export async function logInByApi(demo: Demo, email: string, password: string): Promise<SignedInAccount> {
  const { body } = await demo.call('POST', '/public/auth/login', { email, password });
  return signedInAccount.parse(body);
}

/** Makes a JPEG of one color, as a file to upload. */
export async function createPhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#3b7ddb' } })
    .jpeg()
    .toBuffer();
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
}

function isInvite(body: unknown): body is { _id: string; link: string } {
  return typeof body === 'object' && body !== null && 'link' in body && '_id' in body;
}
