import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/privacy/erasure.ts';
import type { Context } from '#server/context.ts';
import type { Exports } from '#server/exports/exports.service.ts';
import { serve } from '#server/http/serve.ts';
import { exportCustomer } from './customer-export.service.ts';
import { eraseCustomer, previewErasure } from './erasure.service.ts';

/** What customers may ask for: their data, and to be erased. */
export function privacyRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serve(app, context, contract.previewErasure, ({ context, params }) => previewErasure(context, params.id));

  serve(app, context, contract.eraseCustomer, ({ context, params, body }) =>
    eraseCustomer(context, params.id, body),
  );

  serve(app, context, contract.exportCustomer, async ({ request, reply, params }) => {
    const { who } = contract.exportCustomer;
    const file = await exports.start(request.session, who, (inside) => exportCustomer(inside, params.id));
    reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
    return file.content;
  });
}
