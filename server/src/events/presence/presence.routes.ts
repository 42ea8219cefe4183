import type { FastifyInstance } from 'fastify';
import { listPresence, tellPresence } from '#contract/presence.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import type { PresentPeople } from './presence.service.ts';

export function presenceRoutes(app: FastifyInstance, context: Context, people: PresentPeople): void {
  serve(app, context, tellPresence, async ({ context, body }) => {
    await people.tell(context, body);
    return undefined;
  });

  serve(app, context, listPresence, async ({ context }) => ({ present: people.list(context) }));
}
