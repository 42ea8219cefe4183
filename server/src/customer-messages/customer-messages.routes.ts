import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/customer-messages/customer-messages.ts';
import * as settings from '#contract/customer-messages/message-settings.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { listMessageTemplates } from '#server/intake/whatsapp/templates.service.ts';
import type { TemplateCheck } from './check-templates.service.ts';
import type { DeliveryParts } from './deliver-message.service.ts';
import { listCustomerMessages, retryCustomerMessage } from './listed-messages.service.ts';
import { editMessageSettings, getMessageSettings } from './message-settings.service.ts';
import type { CustomerMessageSender } from './send-messages.service.ts';
import { editSmsGateway, getSmsGateway } from './sms-gateway.service.ts';
import { setStoppedMessages } from './stopped-messages.service.ts';
import { sendTestMessage } from './test-message.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    customerMessages: CustomerMessageSender & TemplateCheck;
  }
}

type MessageParts = DeliveryParts & { graph: Parameters<typeof listMessageTemplates>[2] };

export function customerMessageRoutes(app: FastifyInstance, context: Context, parts: MessageParts): void {
  const { sealing, graph } = parts;

  serveEndpoint(app, context, contract.listCustomerMessages, ({ context, query }) =>
    listCustomerMessages(context, query),
  );
  serveEndpoint(app, context, contract.retryCustomerMessage, ({ context, params }) =>
    retryCustomerMessage(context, params.id),
  );
  serveEndpoint(app, context, contract.setStoppedMessages, ({ context, params, body }) =>
    setStoppedMessages(context, params.id, body.stopped),
  );

  serveEndpoint(app, context, settings.getMessageSettings, ({ context }) => getMessageSettings(context));
  serveEndpoint(app, context, settings.editMessageSettings, ({ context, body }) =>
    editMessageSettings(context, body),
  );
  serveEndpoint(app, context, settings.listMessageTemplates, ({ context }) =>
    listMessageTemplates(context, sealing, graph),
  );
  serveEndpoint(app, context, settings.getSmsGateway, ({ context }) => getSmsGateway(context));
  serveEndpoint(app, context, settings.editSmsGateway, ({ context, body }) =>
    editSmsGateway(context, sealing, body),
  );
  serveEndpoint(app, context, settings.sendTestMessage, ({ context, body }) =>
    sendTestMessage(context, parts, body),
  );
}
