import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listAudit } from '#contract/audit.ts';
import { readAudit, recordAudit } from '#server/audit/audit.service.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import { failureNotes } from '#server/lib/failure-notes.ts';

/** The audit log, and what writes the entries that concern every route alike: denials and exports. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  app.addHook('onSend', async (request, reply) => {
    const { session } = request;
    if (!session) return;
    const isDenied = reply.statusCode === 403;
    if (!isDenied && !(isExport(request) && reply.statusCode === 200)) return;
    await recordAudit(context, {
      action: isDenied ? 'denied' : 'exported',
      actor: session.actor._id,
      address: request.ip,
      details: { call: callOf(request) },
    }).catch((error: unknown) => request.log.error(failureNotes(error), 'an audit entry was lost'));
  });

  register(app, context, listAudit, ({ context, query }) => readAudit(context, query));
}

function isExport({ routeOptions }: FastifyRequest): boolean {
  const streams = routeOptions.config.endpoint?.streams;
  return streams !== undefined && streams !== 'text/event-stream';
}

/** The call by its pattern: no id, no value. */
function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.config.endpoint?.path ?? routeOptions.url ?? ''}`;
}
