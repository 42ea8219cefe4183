import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leads/lead-bulk.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import {
  getBulkChange,
  listBulkAdvisors,
  listBulkChanges,
  startBulkChange,
  undoBulkChange,
} from './bulk.service.ts';

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.startBulkChange, ({ context, body }) =>
    startBulkChange(context, body),
  );

  serveEndpoint(app, context, contract.listBulkAdvisors, ({ context, body }) =>
    listBulkAdvisors(context, body),
  );

  serveEndpoint(app, context, contract.listBulkChanges, ({ context, query }) =>
    listBulkChanges(context, query),
  );

  serveEndpoint(app, context, contract.getBulkChange, ({ context, params }) =>
    getBulkChange(context, params.id),
  );

  serveEndpoint(app, context, contract.undoBulkChange, ({ context, params }) =>
    undoBulkChange(context, params.id),
  );
}
