import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';

const secondsUntilRetry = 1;

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting the request; null while it is not counted, and once its handler runs. */
    leave: (() => void) | null;
  }
}

/**
 * Refuses calls with 503 when as many are under way as the database answers soon, so that accepted ones stay quick. A body
 * that is still arriving does not count: slow clients keep nobody out. Live streams and downloads have their own bounds;
 * health and the web app's files need none.
 */
export function limitCalls(app: FastifyInstance, most: number): void {
  let underWay = 0;
  app.decorateRequest('leave', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return;
    refuseMore();
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) enter(request, reply);
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isCounted(request) || request.leave) return;
    refuseMore();
    enter(request, reply);
  });
  app.addHook('onSend', async (request) => leave(request));

  function refuseMore(): void {
    if (underWay < most) return;
    throw new Refusal('unavailable', 'Busy. Try again shortly.', { retryAfter: secondsUntilRetry });
  }

  function enter(request: FastifyRequest, reply: FastifyReply): void {
    underWay++;
    request.leave = () => {
      underWay--;
    };
    // The client may leave before the handler begins; a running handler counts until it is done.
    reply.raw.once('close', () => leave(request));
  }
}

function isCounted({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.streams === undefined;
}

function leave(request: FastifyRequest): void {
  request.leave?.();
  request.leave = null;
}
