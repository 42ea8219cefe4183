import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/privacy/erasure.ts';
import * as terms from '#contract/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import { readRetention, setRetention } from '#server/dealer/retention.service.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { eraseCustomer, previewErasure } from './erasure.service.ts';
import { previewRetention } from './retention.service.ts';

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.previewErasure, ({ context, params }) =>
    previewErasure(context, params.id),
  );

  serveEndpoint(app, context, contract.eraseCustomer, ({ context, params, body }) =>
    eraseCustomer(context, params.id, body),
  );

  serveEndpoint(app, context, terms.getRetention, async ({ context }) => {
    const { setBy: _, ...terms } = await readRetention(context);
    return terms;
  });

  serveEndpoint(app, context, terms.previewRetention, ({ context, query }) => {
    const { archivedMonths = null, auditMonths = null, pictureMonths = null } = query;
    return previewRetention(context, { archivedMonths, auditMonths, pictureMonths });
  });

  serveEndpoint(app, context, terms.editRetention, ({ context, body }) => setRetention(context, body));
}
