import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v4 } from 'uuid';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { authRoutes } from '#server/auth/auth.routes.ts';
import { sessionRoutes } from '#server/auth/session.routes.ts';
import type { Context } from '#server/context.ts';
import { customerRoutes } from '#server/customers/customers.routes.ts';
import { dashboardRoutes } from '#server/dashboard/dashboard.routes.ts';
import { dealerRoutes } from '#server/dealer/dealer.routes.ts';
import { employeeRoutes } from '#server/employees/employees.routes.ts';
import type { Env } from '#server/env.ts';
import type { EventHub } from '#server/events/event-hub.ts';
import { eventRoutes } from '#server/events/events.routes.ts';
import { documentApi } from '#server/http/docs.ts';
import { handleErrors } from '#server/http/errors.ts';
import { healthRoutes } from '#server/http/health.ts';
import { protect } from '#server/http/protection.ts';
import { serveWeb } from '#server/http/web.ts';
import { inviteRoutes } from '#server/invites/invites.routes.ts';
import { leadRoutes } from '#server/leads/leads.routes.ts';
import { oversightRoutes } from '#server/leads/oversight.routes.ts';
import { offeringRoutes } from '#server/offerings/offerings.routes.ts';
import { pictureRoutes } from '#server/pictures/pictures.routes.ts';
import { reportRoutes } from '#server/reports/reports.routes.ts';
import { serviceCenterRoutes } from '#server/service-centers/service-centers.routes.ts';
import { setUpRoutes } from '#server/setup/setup.routes.ts';

/** What the app is built from. `webRoot` is the folder of the built web app; it may be missing. */
export type AppParts = Context & {
  env: Pick<Env, 'publicUrl' | 'trustProxy' | 'registration'>;
  hub: EventHub;
  log: FastifyBaseLogger;
  webRoot: string;
};

const largestBody = 1024 * 1024;

/** Builds the HTTP server from its parts; nothing listens yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, clock, env, hub, log } = parts;
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => v4(),
    requestIdHeader: false,
    trustProxy: trusted(env.trustProxy),
    bodyLimit: largestBody,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300, querystringParser: readQuery },
    http: { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('session', null);
  app.decorateRequest('uploads');
  handleErrors(app);
  logRequests(app);

  await protect(app, env.publicUrl);
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  await documentApi(app);
  await app.register(async (routes) => {
    routes.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    const context: Context = { db, clock };
    auditRoutes(routes, context);
    authRoutes(routes, context, env);
    customerRoutes(routes, context);
    dashboardRoutes(routes, context);
    dealerRoutes(routes, context);
    employeeRoutes(routes, context);
    eventRoutes(routes, context, hub);
    inviteRoutes(routes, context, env.publicUrl);
    leadRoutes(routes, context);
    offeringRoutes(routes, context);
    oversightRoutes(routes, context);
    pictureRoutes(routes, context);
    reportRoutes(routes, context);
    serviceCenterRoutes(routes, context);
    sessionRoutes(routes, context);
    setUpRoutes(routes, context);
  });
  healthRoutes(app, db);
  await serveWeb(app, parts.webRoot);
  return app;
}

/** A number of hops trusts that many proxies in front of this process. */
function trusted(proxies: Env['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** An empty value (`?search=&page=1`) means that the field is absent. */
function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value];
  }
  return query;
}

/** One line a request: the route's pattern, never an address or a value that could be personal. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
