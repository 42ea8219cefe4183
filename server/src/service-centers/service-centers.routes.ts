import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/service-centers.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import {
  createServiceCenter,
  editServiceCenter,
  getServiceCenter,
  listActiveServiceCenters,
  listOwnServiceCenters,
  listServiceCenters,
} from '#server/service-centers/service-centers.service.ts';

/** Service centers, for selectors and forms, and their management. */
export function serviceCenterRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.listOwnServiceCenters, ({ context }) => listOwnServiceCenters(context));

  register(app, context, contract.listActiveServiceCenters, async ({ context }) => ({
    serviceCenters: await listActiveServiceCenters(context),
  }));

  register(app, context, contract.listServiceCenters, ({ context, query }) =>
    listServiceCenters(context, query),
  );

  register(app, context, contract.createServiceCenter, ({ context, body }) =>
    createServiceCenter(context, body),
  );

  register(app, context, contract.getServiceCenter, ({ context, params }) =>
    getServiceCenter(context, params.id),
  );

  register(app, context, contract.editServiceCenter, ({ context, params, body }) =>
    editServiceCenter(context, params.id, body),
  );
}
