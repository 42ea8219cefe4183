import type { FastifyInstance } from 'fastify';
import { isDatabaseUp } from '#server/db/ping.ts';
import type { Db } from '#server/db/transaction.ts';

const checkEvery = 1_000;

/** `/health/ready`: the database answered the last check, made every second. */
export function healthRoutes(app: FastifyInstance, db: Db): void {
  let isReady = false;
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    isReady = await isDatabaseUp(db);
    isChecking = false;
  };
  const timer = setInterval(check, checkEvery).unref();
  app.addHook('onReady', check);
  app.addHook('onClose', async () => clearInterval(timer));

  app.get(
    '/health/live',
    { schema: { hide: true }, config: { pressureHandler: () => undefined } },
    async () => ({ status: 'live' }),
  );
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    if (isReady) return { status: 'ready' };
    return reply.code(503).header('retry-after', 1).send({ status: 'down' });
  });
}
