import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/contacts.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { correctContact, logContact, undoContact } from './contacts.service.ts';

export function contactRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.logContact, ({ context, params, body }) =>
    logContact(context, params.id, body),
  );

  serveEndpoint(app, context, contract.correctContact, ({ context, params, body }) =>
    correctContact(context, params.id, body),
  );

  serveEndpoint(app, context, contract.undoContact, async ({ context, params }) => ({
    lead: await undoContact(context, params.id),
  }));
}
