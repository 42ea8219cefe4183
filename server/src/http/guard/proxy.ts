import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';
import { isInRanges } from '#server/lib/network.ts';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Refuses two Host headers, which a proxy could read differently; warns once of an untrusted proxy that seems to be in front.
 */
export function watchProxies(app: FastifyInstance, trustProxy: Env['trustProxy']): void {
  const ranges = Array.isArray(trustProxy) ? trustProxy : [];
  let isSaid = typeof trustProxy === 'number';
  app.addHook('onRequest', async ({ raw, log }) => {
    const hosts = raw.rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1) throw new Refusal('bad_request', 'Send one Host header');
    if (isSaid || (raw.headers['x-forwarded-for'] ?? raw.headers.forwarded) === undefined) return;
    if (isInRanges(raw.socket.remoteAddress ?? '', ranges)) return;
    isSaid = true;
    log.warn(
      { setting: 'TRUST_PROXY' },
      'a request was forwarded by an address that is not trusted: if it is your proxy, set TRUST_PROXY to it, or all its clients count as one',
    );
  });
}
