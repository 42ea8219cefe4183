import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/offerings.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import {
  createOffering,
  editOffering,
  getOffering,
  listOfferedToday,
  listOfferings,
} from './offerings.service.ts';

export function offeringRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.listOfferingsByType, ({ context, query }) =>
    listOfferedToday(context, query.type),
  );

  serveEndpoint(app, context, contract.listOfferings, ({ context, query }) => listOfferings(context, query));

  serveEndpoint(app, context, contract.createOffering, ({ context, body }) => createOffering(context, body));

  serveEndpoint(app, context, contract.getOffering, ({ context, params }) => getOffering(context, params.id));

  serveEndpoint(app, context, contract.editOffering, ({ context, params, body }) =>
    editOffering(context, params.id, body),
  );
}
