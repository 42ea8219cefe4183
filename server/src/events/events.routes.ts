import type { FastifyInstance } from 'fastify';
import { streamEvents } from '#contract/events.ts';
import { listOpenedLeads, reportPresence } from '#contract/presence.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { EventStreams } from './event-streams.ts';
import type { LeadPresence } from './presence.service.ts';

export function eventRoutes(app: FastifyInstance, context: Context, streams: EventStreams): void {
  app.addHook('preClose', async () => streams.closeAll());

  serveEndpoint(app, context, streamEvents, async ({ request, reply }) => {
    if (!request.session) throw new Refusal('unauthorized', 'Log in to continue');
    const stream = streams.open(request.session);
    request.raw.once('close', () => stream.destroy());
    reply.header('x-accel-buffering', 'no');
    return stream;
  });
}

/** Registers the calls that report and list who has which lead open. */
export function presenceRoutes(app: FastifyInstance, context: Context, people: LeadPresence): void {
  serveEndpoint(app, context, reportPresence, async ({ context, body }) => {
    await people.report(context, body);
    return undefined;
  });

  serveEndpoint(app, context, listOpenedLeads, async ({ context }) => ({ present: people.list(context) }));
}
