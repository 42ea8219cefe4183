import type { FastifyInstance } from 'fastify';
import { streamEvents } from '#contract/events.ts';
import type { Context } from '#server/context.ts';
import type { EventHub } from '#server/events/event-hub.ts';
import { eventStreams } from '#server/events/event-streams.ts';
import { Refusal } from '#server/http/refusal.ts';
import { register } from '#server/http/register.ts';

/** The stream of live changes. */
export function eventRoutes(app: FastifyInstance, context: Context, hub: EventHub): void {
  const streams = eventStreams(context, hub);
  app.addHook('preClose', async () => streams.closeAll());

  register(app, context, streamEvents, async ({ request, reply }) => {
    if (!request.session) throw new Refusal('unauthorized', 'Sign in to continue');
    const stream = streams.open(request.session);
    request.raw.once('close', () => stream.destroy());
    reply.header('x-accel-buffering', 'no');
    return stream;
  });
}
