import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';
import { isInRanges, networkOf } from '#server/lib/network.ts';

/**
 * Closes a network's connections beyond the limit. A trusted proxy carries everybody and is exempt; proxies trusted by hops
 * must limit clients themselves.
 */
export function limitConnections(app: FastifyInstance, trustProxy: Env['trustProxy']): void {
  if (typeof trustProxy === 'number') return;
  const open = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (trustProxy && isInRanges(remoteAddress, trustProxy)) return;
    const network = networkOf(remoteAddress);
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
 * Closes a connection with several answers outstanding: they would fill memory, however slowly they are read. Browsers and
 * proxies wait for each.
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
