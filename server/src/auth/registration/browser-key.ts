import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '#server/lib/ids.ts';

const cookie = 'pitlane-registration';
const seconds = 24 * 60 * 60;

const hostOnly = '__Host-';

/**
 * Reads the key that tells the browser's registration from others for the address. It lets nobody in, only narrows what a code can
 * prove.
 *
 * @returns the browser's own, or a new one, which no cookie holds yet.
 */
export function readOrCreateBrowserKey(request: FastifyRequest, isSecure: boolean): string {
  const name = nameOf(isSecure);
  const sent = new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '');
  return sent?.[1] ?? newToken();
}

/** Sets the cookie that knows the browser in which a registration began. */
export function setBrowserKeyCookie(reply: FastifyReply, key: string, isSecure: boolean): void {
  const scope = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  reply.header('set-cookie', `${nameOf(isSecure)}=${key}; ${scope}${isSecure ? '; Secure' : ''}`);
}

function nameOf(isSecure: boolean): string {
  return isSecure ? `${hostOnly}${cookie}` : cookie;
}
