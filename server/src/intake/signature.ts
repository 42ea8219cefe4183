import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { newToken } from '#server/lib/ids.ts';
import { isSameSecret } from '#server/lib/same-secret.ts';

const prefix = 'whsec_';

// Milliseconds between the clocks of both sides, and on the way.
const tolerance = 5 * 60_000;

/** Generates a secret in the form of Standard Webhooks; stores nothing. */
export function generateWebhookSecret(): string {
  return prefix + Buffer.from(newToken(), 'base64url').toString('base64');
}

/**
 * Tells whether a delivery is signed with the secret (`webhook-id`, `webhook-timestamp` and `webhook-signature`, of which one of
 * several is enough) or carries it as bearer token or, for senders that only know an address, as the password in it. Source:
 * https://github.com/standard-webhooks/standard-webhooks.
 *
 * @param at the server's clock.
 */
export function isFromSender(headers: IncomingHttpHeaders, body: Buffer, secret: string, at: Date): boolean {
  if (carriesSecret(headers, secret)) return true;
  const id = one(headers['webhook-id']);
  const timestamp = one(headers['webhook-timestamp']);
  if (!id || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(at.getTime() - Number(timestamp) * 1_000) > tolerance) return false;
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const signatures = one(headers['webhook-signature']).split(' ');
  return signatures.some((each) => isSameSecret(each, `v1,${signature}`));
}

/** Tells whether the headers carry the secret as bearer token or password. */
export function carriesSecret({ authorization = '' }: IncomingHttpHeaders, secret: string): boolean {
  return isSameSecret(carriedBy(authorization), secret);
}

function carriedBy(authorization: string): string {
  const [, basic] = /^Basic (.+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return authorization.replace(/^Bearer /i, '');
  return Buffer.from(basic, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

/**
 * Returns the key that tells a delivery from others: what the sender calls it or, without a name, its text and day (UTC), so that a
 * repeat on that day is the same one. A mail, which says itself when it was sent, is the same on any day.
 *
 * @param text by which a repeat is known.
 */
export function getDeliveryKey(
  headers: IncomingHttpHeaders,
  text: Buffer | string,
  at: Date,
  isMail: boolean,
): string {
  const id = one(headers['webhook-id']).slice(0, 200);
  if (id) return `id ${id}`;
  const hash = createHash('sha256').update(text).digest('base64url');
  if (isMail) return `mail ${hash}`;
  return `text ${at.toISOString().slice(0, 10)} ${hash}`;
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
