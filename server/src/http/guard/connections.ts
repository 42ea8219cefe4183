import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';
import { getNetwork, isInRanges } from '#server/lib/network.ts';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Makes the app close a network's connections beyond the limit. A trusted proxy carries everybody and is exempt; proxies trusted by
 * hops must limit clients themselves.
 */
export function limitConnections(app: FastifyInstance, trustProxy: Env['trustProxy']): void {
  if (typeof trustProxy === 'number') return;
  const open = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (trustProxy && isInRanges(remoteAddress, trustProxy)) return;
    const network = getNetwork(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > app.limits.connectionsPerNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/**
 * Makes the app close a connection with several answers outstanding: they would fill memory, however slowly they are read. Browsers
 * and proxies wait for each.
 */
export function limitPipelining(app: FastifyInstance): void {
  const outstanding = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (outstanding.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > app.limits.pipelined) {
      socket.destroy();
      return reply.hijack();
    }
    outstanding.set(socket, count);
  });
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1);
  });
}

/**
 * Makes the app refuse two Host headers, which a proxy could read differently, and warn once of an untrusted proxy that seems to be in
 * front.
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
