import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/offerings.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import {
  createOffering,
  editOffering,
  getOffering,
  listOffered,
  listOfferings,
} from './offerings.service.ts';

export function offeringRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.listOfferingsByType, ({ context, query }) => listOffered(context, query.type));

  serve(app, context, contract.listOfferings, ({ context, query }) => listOfferings(context, query));

  serve(app, context, contract.createOffering, ({ context, body }) => createOffering(context, body));

  serve(app, context, contract.getOffering, ({ context, params }) => getOffering(context, params.id));

  serve(app, context, contract.editOffering, ({ context, params, body }) =>
    editOffering(context, params.id, body),
  );
}
