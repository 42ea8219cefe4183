import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { intakePath } from '#contract/call/endpoint.ts';
import * as contract from '#contract/intake/meta.ts';
import { id } from '#contract/text/text.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import type { Intake } from '#server/intake/work-deliveries.service.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { findEarlierLeads, subscribePage } from './ask-meta.service.ts';
import type { Fetching } from './fetch-leads.service.ts';
import type { Graph } from './graph.ts';
import { receiveMeta, verifyMeta } from './receive-meta.service.ts';

const verification = z.object({
  'hub.mode': z.string(),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,100}$/),
});

declare module 'fastify' {
  interface FastifyInstance {
    /** Of this process. */
    fetching: Fetching;
  }
}

type MetaParts = { sealing: Sealing; graph: Graph; intake: Intake; fetching: Fetching };

export function metaRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, graph, intake, fetching }: MetaParts,
): void {
  serve(app, context, contract.subscribePage, ({ context, params }) =>
    subscribePage(context, sealing, graph, params.id),
  );

  serve(app, context, contract.findEarlierLeads, async ({ context, params, body }) => {
    const found = await findEarlierLeads(context, sealing, graph, params.id, body.since);
    fetching.wake(params.id);
    return found;
  });

  app.register(async (raw) => {
    // Its signature is of the bytes as they came.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    raw.get(intakePath + contract.receiveMeta.path, {
      schema: { hide: true },
      preHandler: (request, reply) => app.rooms.enter(request, reply),
      handler: async (request, reply) => {
        const params = z.object({ connection: id }).safeParse(request.params);
        const query = verification.safeParse(request.query);
        if (!params.success || !query.success) throw notFound();
        const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query.data;
        await verifyMeta(context, sealing, params.data.connection, { mode, token });
        return reply.type('text/plain; charset=utf-8').send(challenge);
      },
    });

    serve(
      raw,
      context,
      contract.receiveMeta,
      async ({ context, params: { connection }, request }) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = String(request.headers['x-hub-signature-256'] ?? '');
        await receiveMeta(context, sealing, connection, { signature, body });
        fetching.wake(connection);
        intake.wake();
        return { received: true };
      },
      { bodyBytes: contract.mostMetaBytes },
    );
  });
}
