import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leads/lead-bulk.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { getBulk, listBulkAdvisors, listBulks, startBulk, undoBulk } from './bulk.service.ts';

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.startBulkChange, ({ context, body }) => startBulk(context, body));

  serve(app, context, contract.listBulkAdvisors, ({ context, body }) => listBulkAdvisors(context, body));

  serve(app, context, contract.listBulkChanges, ({ context, query }) => listBulks(context, query));

  serve(app, context, contract.getBulkChange, ({ context, params }) => getBulk(context, params.id));

  serve(app, context, contract.undoBulkChange, ({ context, params }) => undoBulk(context, params.id));
}
