import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/duplicates.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { countDuplicates, dismissDuplicate, listDuplicates, restoreDuplicate } from './duplicates.service.ts';

export function duplicateRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.listDuplicates, ({ context, query }) =>
    listDuplicates(context, query),
  );

  serveEndpoint(app, context, contract.countDuplicates, ({ context }) => countDuplicates(context));

  serveEndpoint(app, context, contract.dismissDuplicate, async ({ context, params }) => {
    await dismissDuplicate(context, params.id);
    return undefined;
  });

  serveEndpoint(app, context, contract.restoreDuplicate, async ({ context, params }) => {
    await restoreDuplicate(context, params.id);
    return undefined;
  });
}
