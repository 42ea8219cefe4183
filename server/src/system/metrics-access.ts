import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopback, isLoopbackHost } from '#server/lib/network.ts';

/** What proxies add. */
const forwarding = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/** A program on this machine, or somebody with the token. */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isFromThisMachine(request)) return true;
  return token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`);
}

/**
 * By the connection: a proxy on this machine speaks for others. One that says nothing of itself passes on the name that it was
 * called by.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? '')) return false;
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const asked = URL.parse(`http://${headers.host ?? ''}`);
  return asked !== null && isLoopbackHost(asked.hostname);
}

/** In constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
