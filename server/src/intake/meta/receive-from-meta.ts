import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { intakePath } from '#contract/call/endpoint.ts';
import type { receiveMetaNotification } from '#contract/intake/meta.ts';
import type { receiveWhatsAppNotification } from '#contract/intake/whatsapp.ts';
import { id } from '#contract/text/text.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { countRefusedBodies, getConnectionId } from '#server/intake/raw-bodies.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { type MetaKind, verifyMetaAddress } from './receive-meta.service.ts';

const verification = z.object({
  'hub.mode': z.string(),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,100}$/),
});

type Receiving = {
  kind: MetaKind;
  endpoint: typeof receiveMetaNotification | typeof receiveWhatsAppNotification;
  mostBytes: number;
  take: (sent: { connection: string; signature: string; body: Buffer }) => Promise<void>;
};

/** Registers the routes at which Meta verifies a connection's address and posts its notifications. */
export function serveMetaNotifications(
  app: FastifyInstance,
  context: Context,
  sealing: Sealing,
  { kind, endpoint, mostBytes, take }: Receiving,
): void {
  app.register(async (raw) => {
    // Its signature is of the bytes as they came.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    countRefusedBodies(raw, context, getConnectionId);

    raw.get(intakePath + endpoint.path, {
      schema: { hide: true },
      preHandler: (request, reply) => app.callSlots.acquire(request, reply),
      handler: async (request, reply) => {
        const params = z.object({ connection: id }).safeParse(request.params);
        const query = verification.safeParse(request.query);
        if (!params.success || !query.success) throw notFound();
        const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query.data;
        await verifyMetaAddress(context, sealing, { kind, id: params.data.connection }, { mode, token });
        return reply.type('text/plain; charset=utf-8').send(challenge);
      },
    });

    serveEndpoint(
      raw,
      context,
      endpoint,
      { bodyBytes: mostBytes },
      async ({ params: { connection }, request }) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = String(request.headers['x-hub-signature-256'] ?? '');
        await take({ connection, signature, body });
        return { received: true };
      },
    );
  });
}
