import type { FastifyInstance } from 'fastify';
import { exportCustomer as customerEndpoint } from '#contract/privacy/erasure.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import type { Context } from '#server/context.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import { exportCollections, exportCustomer } from './collections.service.ts';
import type { Exports } from './exports.service.ts';

export function exportRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serveEndpoint(app, context, downloadAllCollections, async ({ request, reply }) =>
    sendFile(reply, await exports.start(request.session, downloadAllCollections, exportCollections)),
  );

  serveEndpoint(app, context, customerEndpoint, async ({ request, reply, params }) =>
    sendFile(
      reply,
      await exports.start(request.session, customerEndpoint, (inside) => exportCustomer(inside, params.id)),
    ),
  );
}
