import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const looksPerLimit = 4;

/**
 * Makes the app destroy connections whose reader takes nothing for `limit` milliseconds, to free memory and database connection. Slow
 * readers go on.
 */
export function endStalledWrites(app: FastifyInstance, limit: number): void {
  const watched = new Map<Socket, { taken: number; looks: number }>();

  app.addHook('onRequest', async ({ raw: { socket } }) => {
    if (watched.has(socket)) return;
    watched.set(socket, { taken: 0, looks: 0 });
    socket.once('close', () => watched.delete(socket));
  });

  const look = setInterval(() => {
    for (const [socket, state] of watched) {
      const taken = socket.bytesWritten - socket.writableLength;
      const isStalled = socket.writableLength > 0 && taken === state.taken;
      state.taken = taken;
      state.looks = isStalled ? state.looks + 1 : 0;
      if (state.looks >= looksPerLimit) socket.destroy();
    }
  }, limit / looksPerLimit).unref();
  app.addHook('onClose', async () => clearInterval(look));
}
