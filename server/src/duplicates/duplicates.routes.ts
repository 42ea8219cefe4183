import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/duplicates.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { countDuplicates, dismissDuplicate, listDuplicates, restoreDuplicate } from './duplicates.service.ts';

export function duplicateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.listDuplicates, ({ context, query }) => listDuplicates(context, query));

  serve(app, context, contract.countDuplicates, ({ context }) => countDuplicates(context));

  serve(app, context, contract.dismissDuplicate, async ({ context, params }) => {
    await dismissDuplicate(context, params.id);
    return undefined;
  });

  serve(app, context, contract.restoreDuplicate, async ({ context, params }) => {
    await restoreDuplicate(context, params.id);
    return undefined;
  });
}
