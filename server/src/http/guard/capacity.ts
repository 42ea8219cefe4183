import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { poolSize } from '#server/db/pool.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Limits } from './limits.ts';

const secondsUntilRetry = 1;
/** Milliseconds. */
const betweenSteps = 100;
const shrinkBy = 0.7;

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting the request; null while not counted and once its handler runs. */
    leave: (() => void) | null;
  }
}

/**
 * Refuses calls with 503 beyond what the database answers soon, so that accepted ones stay quick. Bodies still arriving do not
 * count: slow clients keep nobody out. Live streams and downloads have other bounds; health and the web app's files need none.
 */
export function limitCalls(app: FastifyInstance, { calls, slowCallMs }: Limits): void {
  const room = openRoom(calls, slowCallMs);
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
    if (underWay < room.size()) return;
    throw new Refusal('unavailable', 'Busy. Try again shortly.', { retryAfter: secondsUntilRetry });
  }

  function enter(request: FastifyRequest, reply: FastifyReply): void {
    underWay++;
    const enteredAt = performance.now();
    request.leave = () => {
      room.learn(performance.now() - enteredAt, underWay);
      underWay--;
    };
    // The client may leave before the handler begins; a running handler counts until done.
    reply.raw.once('close', () => leave(request));
  }
}

/**
 * At most `most`, fewer while calls take longer than `slow` milliseconds, since more would only wait; always one per
 * connection.
 */
export function openRoom(most: number, slow: number) {
  const least = Math.min(most, poolSize);
  let size = most;
  let shrunkAt = 0;
  return {
    size: () => size,
    learn(took: number, underWay: number, now = performance.now()): void {
      if (took > slow) {
        if (now - shrunkAt < betweenSteps) return;
        size = Math.max(least, size * shrinkBy);
        shrunkAt = now;
      } else if (underWay + 1 >= size) size = Math.min(most, size + 1 / size);
    },
  };
}

function isCounted({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.streams === undefined;
}

function leave(request: FastifyRequest): void {
  request.leave?.();
  request.leave = null;
}
