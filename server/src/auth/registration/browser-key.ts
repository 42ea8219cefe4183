import type { FastifyReply, FastifyRequest } from 'fastify';
import { basePath } from '#contract/call/endpoint.ts';
import { newToken } from '#server/lib/ids.ts';

const cookie = 'pitlane-registration';
const seconds = 24 * 60 * 60;

/**
 * The secret of the browser that registers tells its registration from others for the same address. It lets nobody in: it
 * only narrows what a code can prove.
 *
 * @returns the browser's own, or a new one.
 */
export function browserKeyOf(request: FastifyRequest): string {
  const sent = new RegExp(`(?:^|; )${cookie}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '');
  return sent?.[1] ?? newToken();
}

/** Kept for a day, for the registration calls only. */
export function keepBrowserKey(reply: FastifyReply, key: string, isSecure: boolean): void {
  const scope = `Path=${basePath}/public/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  reply.header('set-cookie', `${cookie}=${key}; ${scope}${isSecure ? '; Secure' : ''}`);
}
