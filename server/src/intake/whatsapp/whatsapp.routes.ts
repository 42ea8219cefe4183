import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/whatsapp.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { receiveFromMeta } from '#server/intake/meta/receive-from-meta.ts';
import type { Intake } from '#server/intake/work-deliveries.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { receiveWhatsApp } from './receive-whatsapp.service.ts';
import { sendReply } from './replies.service.ts';
import type { Sending } from './sending.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sending: Sending;
  }
}

type WhatsAppParts = { sealing: Sealing; intake: Intake; sending: Sending };

export function whatsAppRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, intake, sending }: WhatsAppParts,
): void {
  serve(app, context, contract.sendWhatsAppReply, async ({ context, params, body }) => {
    const { connection, lead } = await sendReply(context, params.id, body);
    sending.wake(connection);
    return { lead };
  });

  receiveFromMeta(app, context, sealing, {
    kind: 'whatsapp',
    endpoint: contract.receiveWhatsAppNotification,
    mostBytes: contract.maxWhatsAppNotificationBytes,
    async take({ connection, ...sent }) {
      await receiveWhatsApp(context, sealing, connection, sent);
      intake.wake();
    },
  });
}
