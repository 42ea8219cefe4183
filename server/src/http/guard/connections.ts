import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';
import { isInRanges, networkOf } from '#server/lib/network.ts';

/**
 * Bounds the connections from one network: those beyond are closed at once. A trusted proxy, which brings everybody's, is
 * left alone; where proxies are trusted by a number of hops every peer counts as one, and bounding is theirs to do.
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
