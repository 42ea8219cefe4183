import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/offerings.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import {
  createOffering,
  editOffering,
  getOffering,
  listOffered,
  listOfferings,
} from '#server/offerings/offerings.service.ts';

/** Services, campaigns and parts, for forms, and their management. */
export function offeringRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.listOfferingsByType, ({ context, query }) =>
    listOffered(context, query.type),
  );

  register(app, context, contract.listOfferings, ({ context, query }) => listOfferings(context, query));

  register(app, context, contract.createOffering, ({ context, body }) => createOffering(context, body));

  register(app, context, contract.getOffering, ({ context, params }) => getOffering(context, params.id));

  register(app, context, contract.editOffering, ({ context, params, body }) =>
    editOffering(context, params.id, body),
  );
}
