import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditAction, listAudit } from '#contract/audit.ts';
import { exportCustomer } from '#contract/privacy/erasure.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { describeFailureForLog } from '#server/lib/errors.ts';
import { readAudit, recordAudit } from './audit.service.ts';

const hourMs = 3_600_000;

/**
 * Serves the log, and adds entries to it for every route: exports, also when they are broken off, and, once per person, call and hour,
 * what was denied or not found.
 */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  const isFirst = firstOfHour(context);
  app.addHook('onSend', async (request, reply, payload) => {
    const { session } = request;
    if (!session) return;
    const action = actionOf(request, reply.statusCode);
    const call = callOf(request);
    if (!action || (action !== 'exported' && !isFirst(session.actor._id, action, call))) return;
    try {
      await recordAudit(context, {
        action,
        actor: session.actor._id,
        address: request.ip,
        details: { call, ...(action === 'exported' && customerOf(request)) },
      });
    } catch (error) {
      request.log.error(describeFailureForLog(error), 'an audit entry was lost');
      if (action !== 'exported') return;
      if (payload instanceof Readable) payload.destroy();
      reply.removeHeader('content-disposition');
      throw error;
    }
  });

  serveEndpoint(app, context, listAudit, ({ context, query }) => readAudit(context, query));
}

function actionOf(request: FastifyRequest, status: number): AuditAction | undefined {
  if (status === 403) return 'denied';
  if (status === 404 && request.routeOptions.config.endpoint?.params) return 'notFound';
  return status === 200 && isExport(request) ? 'exported' : undefined;
}

function firstOfHour({ clock }: Context) {
  let hour = 0;
  const happened = new Set<string>();
  return (...what: string[]): boolean => {
    const now = Math.floor(clock.now().getTime() / hourMs);
    if (now !== hour) happened.clear();
    hour = now;
    const key = what.join(' ');
    const isNew = !happened.has(key);
    happened.add(key);
    return isNew;
  };
}

function isExport({ routeOptions }: FastifyRequest): boolean {
  const streams = routeOptions.config.endpoint?.streams;
  return streams !== undefined && streams !== 'text/event-stream';
}

function customerOf({ params, routeOptions }: FastifyRequest): { customer: string } | undefined {
  const { id } = params as { id?: string };
  return id && routeOptions.config.endpoint === exportCustomer ? { customer: id } : undefined;
}

function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.config.endpoint?.path ?? routeOptions.url ?? ''}`;
}
