import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/whatsapp.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { serveMetaNotifications } from '#server/intake/meta/receive-from-meta.ts';
import type { IntakeWorker } from '#server/intake/work-deliveries.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import type { PictureFetcher } from './fetch-pictures.service.ts';
import { receiveWhatsAppNotification } from './receive-whatsapp.service.ts';
import { sendWhatsAppReply } from './replies.service.ts';
import type { MessageSender } from './sending.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sending: MessageSender;
    pictures: PictureFetcher;
  }
}

type WhatsAppParts = { sealing: Sealing; intake: IntakeWorker; sending: MessageSender };

export function whatsAppRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, intake, sending }: WhatsAppParts,
): void {
  serveEndpoint(app, context, contract.sendWhatsAppReply, async ({ context, params, body }) => {
    const { connection, lead } = await sendWhatsAppReply(context, params.id, body);
    sending.wake(connection);
    return { lead };
  });

  serveMetaNotifications(app, context, sealing, {
    kind: 'whatsapp',
    endpoint: contract.receiveWhatsAppNotification,
    mostBytes: contract.maxWhatsAppNotificationBytes,
    async take({ connection, ...sent }) {
      await receiveWhatsAppNotification(context, sealing, connection, sent);
      intake.wake();
    },
  });
}
