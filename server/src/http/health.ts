import type { FastifyInstance } from 'fastify';
import type { DatabaseWatch } from '#server/db/ping.ts';

/**
 * Registers `/health/live`, which answers while the process does, and `/health/ready`, which answers 503 while the database does not.
 */
export function healthRoutes(app: FastifyInstance, { looked, isUp, close }: DatabaseWatch): void {
  app.addHook('onReady', () => looked);
  app.addHook('onClose', close);

  app.get('/health/live', { schema: { hide: true }, config: { answersUnderPressure: true } }, async () => ({
    status: 'live',
  }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    if (isUp()) return { status: 'ready' };
    return reply.code(503).header('retry-after', 1).send({ status: 'down' });
  });
}
