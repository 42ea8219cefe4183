import type { FastifyInstance } from 'fastify';
import { exportCustomer as customerEndpoint } from '#contract/privacy/erasure.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import type { Context } from '#server/context.ts';
import { asFile, serve } from '#server/http/serve.ts';
import { exportCollections, exportCustomer } from './collections.service.ts';
import type { Exports } from './exports.service.ts';

export function exportRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serve(app, context, downloadAllCollections, async ({ request, reply }) =>
    asFile(reply, await exports.start(request.session, downloadAllCollections, exportCollections)),
  );

  serve(app, context, customerEndpoint, async ({ request, reply, params }) =>
    asFile(
      reply,
      await exports.start(request.session, customerEndpoint, (inside) => exportCustomer(inside, params.id)),
    ),
  );
}
