import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { v4 } from 'uuid';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { authRoutes } from '#server/auth/auth.routes.ts';
import { inviteRoutes } from '#server/auth/registration/invites.routes.ts';
import { toRelyingParty } from '#server/auth/second-factor/ceremonies.service.ts';
import { secondFactorRoutes } from '#server/auth/second-factor/second-factor.routes.ts';
import { sessionRoutes } from '#server/auth/sessions/session.routes.ts';
import { findSession } from '#server/auth/sessions/sessions.service.ts';
import { bookingRuleRoutes } from '#server/booking-rules/booking-rules.routes.ts';
import { bookingRoutes } from '#server/bookings/bookings.routes.ts';
import { bookingOutcomeRoutes } from '#server/bookings/bookings-outcomes.routes.ts';
import { findLeadBooking, listBookingOutcomes } from '#server/bookings/bookings-outcomes.service.ts';
import { bulkRoutes } from '#server/bulk/bulk.routes.ts';
import { commentRoutes } from '#server/comments/comments.routes.ts';
import { listComments } from '#server/comments/comments.service.ts';
import { contactRoutes } from '#server/contacts/contacts.routes.ts';
import { listContacts } from '#server/contacts/list-contacts.service.ts';
import type { Context } from '#server/context.ts';
import { openTemplateCheck } from '#server/customer-messages/check-templates.service.ts';
import { customerMessageRoutes } from '#server/customer-messages/customer-messages.routes.ts';
import { handleCustomerAnswers } from '#server/customer-messages/handle-answers.service.ts';
import { countFailedMessages, listLeadMessages } from '#server/customer-messages/listed-messages.service.ts';
import { openCustomerMessages } from '#server/customer-messages/send-messages.service.ts';
import { listStoppedMessagesOfLead } from '#server/customer-messages/stopped-messages.service.ts';
import { customerRoutes } from '#server/customers/customers.routes.ts';
import { dashboardRoutes } from '#server/dashboard/dashboard.routes.ts';
import type { DatabaseWatch } from '#server/db/ping.ts';
import type { Replica } from '#server/db/replica/replica.ts';
import { dealerRoutes } from '#server/dealer/dealer.routes.ts';
import { duplicateRoutes } from '#server/duplicates/duplicates.routes.ts';
import { dismissKnownPairs } from '#server/duplicates/duplicates.service.ts';
import { employeeRoutes } from '#server/employees/employees.routes.ts';
import type { Env } from '#server/env.ts';
import type { EventHub } from '#server/events/event-hub.ts';
import { openEventStreams } from '#server/events/event-streams.ts';
import { eventRoutes, presenceRoutes } from '#server/events/events.routes.ts';
import { openPresence } from '#server/events/presence.service.ts';
import { exportRoutes } from '#server/exports/exports.routes.ts';
import { openExports } from '#server/exports/exports.service.ts';
import { answerBrokenRequest } from '#server/http/broken-request.ts';
import { compressOptions } from '#server/http/compression.ts';
import { documentApi } from '#server/http/docs.ts';
import { handleErrors, sendRefusal, toRefusal } from '#server/http/errors.ts';
import { limitBodyTime } from '#server/http/guard/body-deadline.ts';
import { openCallSlots } from '#server/http/guard/capacity.ts';
import { limitConnections, limitPipelining, watchProxies } from '#server/http/guard/connections.ts';
import { defaultLimits, type RequestLimits } from '#server/http/guard/limits.ts';
import { protectServer } from '#server/http/guard/protection.ts';
import { endStalledWrites } from '#server/http/guard/stalled-writes.ts';
import { createUploadBudget } from '#server/http/guard/upload-budget.ts';
import { healthRoutes } from '#server/http/health.ts';
import { serializerCompiler } from '#server/http/reply-serializer.ts';
import { serveWeb } from '#server/http/web.ts';
import { importRoutes } from '#server/imports/imports.routes.ts';
import { listEnquiries } from '#server/intake/deliveries.service.ts';
import { formRoutes } from '#server/intake/form/forms.routes.ts';
import { intakeRoutes } from '#server/intake/intake.routes.ts';
import { listLeadOffers } from '#server/intake/lead-offers.service.ts';
import { openLeadFetcher } from '#server/intake/meta/fetch-leads.service.ts';
import { openGraph } from '#server/intake/meta/graph.ts';
import { metaRoutes } from '#server/intake/meta/meta.routes.ts';
import { openPictureFetcher } from '#server/intake/whatsapp/fetch-pictures.service.ts';
import { findConversation, findSentMessages } from '#server/intake/whatsapp/replies.service.ts';
import { openMessageSender } from '#server/intake/whatsapp/sending.service.ts';
import { whatsAppRoutes } from '#server/intake/whatsapp/whatsapp.routes.ts';
import { openIntakeWorker } from '#server/intake/work-deliveries.service.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { leadRoutes } from '#server/leads/leads.routes.ts';
import { countLeadDays } from '#server/leads/lists/lead-days.service.ts';
import { getOutboxFolder, type Mailer } from '#server/lib/mailer.ts';
import { isLoopbackHost } from '#server/lib/network.ts';
import { openSealing } from '#server/lib/sealing.ts';
import { offeringRoutes } from '#server/offerings/offerings.routes.ts';
import { pictureRoutes } from '#server/pictures/pictures.routes.ts';
import { privacyRoutes } from '#server/privacy/privacy.routes.ts';
import { reportRoutes } from '#server/reports/reports.routes.ts';
import { serviceCenterRoutes } from '#server/service-centers/service-centers.routes.ts';
import { setUpRoutes } from '#server/setup/setup.routes.ts';
import { measureRequests, metricsRoutes, systemStatusRoutes } from '#server/system/metrics.routes.ts';
import type { Metrics } from '#server/system/metrics.ts';
import { openReadings } from '#server/system/readings.ts';
import { readCodeVersion } from '#server/system/system-status.service.ts';
import { workingHoursRoutes } from '#server/working-hours/working-hours.routes.ts';

// `webRoot`: the built web app's folder, which may be missing.
type AppParts = Context & {
  env: Pick<
    Env,
    | 'publicUrl'
    | 'trustProxy'
    | 'registration'
    | 'smtpUrl'
    | 'dataDir'
    | 'databaseUrl'
    | 'backupDir'
    | 'metaGraphUrl'
    | 'intakeQuota'
    | 'mailFrom'
    | 'metricsToken'
    | 'secretKey'
    | 'smsLocalGateway'
  >;
  hub: EventHub;
  log: FastifyBaseLogger;
  webRoot: string;
  limits?: Partial<RequestLimits>;
  exportPool: Pool;
  replica?: Replica;
  metrics: Metrics;
  mailer: Mailer;
  watch: DatabaseWatch;
};

/** Builds the server with all its routes; the caller makes it listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, clock, cache, env, hub, log, metrics, replica } = parts;
  const limits: RequestLimits = { ...defaultLimits, ...parts.limits };
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => v4(),
    requestIdHeader: false,
    trustProxy: trusted(env.trustProxy),
    bodyLimit: limits.publicJsonBytes,
    // The most for any request to arrive; most get less, see body-deadline.ts.
    requestTimeout: limits.headersMs + Math.max(limits.uploadMs, limits.diskUploadMs),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What still arrives while stopping is answered, and the connection closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300, querystringParser: readQuery },
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      return sendRefusal(toRefusal(error), request, reply);
    },
  });
  app.decorate('limits', limits);
  app.decorate('openUploadShare', createUploadBudget(limits));
  app.decorate('awaitInvalidation', hub.awaitInvalidation);
  app.decorate('replica', parts.replica);
  app.decorate('findSession', findSession);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('session', null);
  app.decorateRequest('uploads');
  app.decorateRequest('uploadShare', null);
  handleErrors(app);
  limitPipelining(app);
  logRequests(app);
  measureRequests(app, metrics);
  watchProxies(app, env.trustProxy);
  limitConnections(app, env.trustProxy);
  app.decorate('callSlots', openCallSlots(app, limits));
  limitBodyTime(app, limits.bodyMs);
  endStalledWrites(app, limits.stalledMs);

  await protectServer(app, { publicUrl: env.publicUrl, limits });
  await app.register(compress, compressOptions);
  await documentApi(app, env.publicUrl);
  const context: Context = { db, clock, cache, quota: env.intakeQuota, mailFrom: env.mailFrom };
  const streams = openEventStreams(context, hub, limits);
  const { backupDir, metricsToken } = env;
  await app.register(async (routes) => {
    routes.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    const outbox = env.smtpUrl ? null : getOutboxFolder(env.dataDir);
    const exports = openExports(context, parts.exportPool, parts.replica);
    auditRoutes(routes, context);
    authRoutes(routes, context, env);
    bookingRoutes(routes, context);
    bookingRuleRoutes(routes, context);
    commentRoutes(routes, context);
    contactRoutes(routes, context);
    bookingOutcomeRoutes(routes, context);
    bulkRoutes(routes, context);
    customerRoutes(routes, context, customerLeads);
    dashboardRoutes(routes, context);
    const mail = outbox === null ? 'smtp' : 'outbox';
    const { publicUrl, registration } = env;
    const isLocalOnly = isLoopbackHost(new URL(publicUrl).hostname);
    dealerRoutes(routes, context, { mail, registration, isLocalOnly }, countLeadDays);
    duplicateRoutes(routes, context);
    employeeRoutes(routes, context);
    exportRoutes(routes, context, exports);
    eventRoutes(routes, context, streams);
    const sealing = openSealing(env.secretKey);
    const intake = openIntakeWorker(context, app.log, handleCustomerAnswers);
    app.decorate('intake', intake);
    routes.addHook('onClose', () => intake.stop());
    const { webRoot } = parts;
    formRoutes(routes, context, { sealing, intake, webRoot, publicUrl });
    const graph = openGraph(env.metaGraphUrl);
    const fetching = openLeadFetcher(context, { sealing, graph, intake }, app.log);
    app.decorate('fetching', fetching);
    routes.addHook('onClose', () => fetching.stop());
    intakeRoutes(routes, context, sealing, { intake, fetching, countFailedMessages });
    metaRoutes(routes, context, { sealing, graph, publicUrl, intake, fetching });
    const sending = openMessageSender(context, { sealing, graph }, app.log);
    app.decorate('sending', sending);
    routes.addHook('onClose', () => sending.stop());
    const pictures = openPictureFetcher(context, { sealing, graph }, app.log);
    app.decorate('pictures', pictures);
    routes.addHook('onClose', () => pictures.stop());
    whatsAppRoutes(routes, context, { sealing, intake, sending });
    const ways = { mailer: parts.mailer, sealing, isLocalAllowed: env.smsLocalGateway };
    app.decorate('customerMessages', {
      ...openCustomerMessages(context, ways, app.log),
      ...openTemplateCheck(context, { sealing, graph }),
    });
    customerMessageRoutes(routes, context, { ...ways, graph });
    importRoutes(routes, context, exports);
    inviteRoutes(routes, context, { publicUrl, outbox });
    const sources = {
      listContacts,
      listComments,
      listEnquiries,
      listBookingOutcomes,
      listMessages: listLeadMessages,
      listStopped: listStoppedMessagesOfLead,
      findSent: findSentMessages,
      findConversation,
      listOffers: listLeadOffers,
      findBooking: findLeadBooking,
    };
    leadRoutes(routes, context, exports, sources, dismissKnownPairs);
    offeringRoutes(routes, context);
    pictureRoutes(routes, context);
    presenceRoutes(routes, context, openPresence(hub, clock));
    privacyRoutes(routes, context);
    reportRoutes(routes, context);
    secondFactorRoutes(routes, context, toRelyingParty(publicUrl));
    serviceCenterRoutes(routes, context);
    sessionRoutes(routes, context);
    setUpRoutes(routes, context, {
      isLocalOnly,
      sendsMail: outbox === null,
      makesBackups: backupDir !== undefined,
    });
    systemStatusRoutes(routes, context, {
      env,
      replica,
      liveStreams: streams.count,
      code: readCodeVersion(),
    });
    workingHoursRoutes(routes, context);
  });
  healthRoutes(app, parts.watch);
  const read = openReadings(metrics.registry, { context, backupDir, replica, liveStreams: streams.count });
  metricsRoutes(app, metrics, { token: metricsToken, read });
  await serveWeb(app, parts.webRoot);
  return app;
}

function trusted(proxies: Env['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    const earlier = query[name];
    query[name] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value];
  }
  return query;
}

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
