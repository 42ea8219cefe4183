import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getSystemStatus } from '#contract/system/system-status.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { isLoopback, isLoopbackHost } from '#server/lib/network.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { isSameSecret } from '#server/lib/same-secret.ts';
import type { Metrics } from './metrics.ts';
import { readSystemStatus, type SystemParts } from './system-status.service.ts';

/**
 * Makes the app count requests by the endpoint's template, never the path asked for; all else, such as the web app's files, counts as
 * one.
 */
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

/** Registers `/metrics`, which answers even under overload. @param options.read updates what is not counted as it happens. */
export function metricsRoutes(
  app: FastifyInstance,
  { registry }: Metrics,
  { token, read }: { token: string | undefined; read: () => Promise<void> },
): void {
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { answersUnderPressure: true } },
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

const forwarding = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isFromThisMachine(request)) return true;
  return token !== undefined && isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
}

function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? '')) return false;
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const asked = URL.parse(`http://${headers.host ?? ''}`);
  return asked !== null && isLoopbackHost(asked.hostname);
}

export function systemStatusRoutes(app: FastifyInstance, context: Context, parts: SystemParts): void {
  serveEndpoint(app, context, getSystemStatus, ({ context }) => readSystemStatus(context, parts));
}
