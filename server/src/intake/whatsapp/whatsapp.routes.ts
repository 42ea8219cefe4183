import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/whatsapp.ts';
import type { Context } from '#server/context.ts';
import { receiveFromMeta } from '#server/intake/meta/receive-from-meta.ts';
import type { Intake } from '#server/intake/work-deliveries.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { receiveWhatsApp } from './receive-whatsapp.service.ts';

type WhatsAppParts = { sealing: Sealing; intake: Intake };

export function whatsAppRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, intake }: WhatsAppParts,
): void {
  receiveFromMeta(app, context, sealing, {
    kind: 'whatsapp',
    endpoint: contract.receiveWhatsApp,
    mostBytes: contract.mostWhatsAppBytes,
    async take({ connection, ...sent }) {
      await receiveWhatsApp(context, sealing, connection, sent);
      intake.wake();
    },
  });
}
