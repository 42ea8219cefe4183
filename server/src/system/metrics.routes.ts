import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/lib/refusal.ts';
import type { Metrics } from './metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';

/** By the endpoint's template, never the path asked for; all else, such as the web app's files, counts as one. */
export function measureRequests(app: FastifyInstance, { countRequest }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint?.streams !== 'text/event-stream') {
      const name = endpoint ? `${endpoint.method} ${endpoint.path}` : 'other';
      countRequest(name, reply.statusCode, reply.elapsedTime / 1_000);
    }
    done();
  });
}

/** Even under overload. @param read updates what is not counted as it happens. */
export function metricsRoutes(
  app: FastifyInstance,
  { registry }: Metrics,
  { token, read }: { token: string | undefined; read: () => Promise<void> },
): void {
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { pressureHandler: () => undefined } },
    async (request, reply) => {
      if (!mayReadMetrics(request, token))
        throw new Refusal('unauthorized', 'Ask from this machine, or send METRICS_TOKEN as a bearer token');
      await read();
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    },
  );
}
