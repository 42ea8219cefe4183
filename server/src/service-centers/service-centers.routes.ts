import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/service-centers.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import {
  createServiceCenter,
  editServiceCenter,
  getServiceCenter,
  listActiveServiceCenters,
  listOwnServiceCenters,
  listServiceCenters,
} from './service-centers.service.ts';

export function serviceCenterRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.listOwnServiceCenters, ({ context }) =>
    listOwnServiceCenters(context),
  );

  serveEndpoint(app, context, contract.listActiveServiceCenters, async ({ context }) => ({
    serviceCenters: await listActiveServiceCenters(context),
  }));

  serveEndpoint(app, context, contract.listServiceCenters, ({ context, query }) =>
    listServiceCenters(context, query),
  );

  serveEndpoint(app, context, contract.createServiceCenter, ({ context, body }) =>
    createServiceCenter(context, body),
  );

  serveEndpoint(app, context, contract.getServiceCenter, ({ context, params }) =>
    getServiceCenter(context, params.id),
  );

  serveEndpoint(app, context, contract.editServiceCenter, ({ context, params, body }) =>
    editServiceCenter(context, params.id, body),
  );
}
