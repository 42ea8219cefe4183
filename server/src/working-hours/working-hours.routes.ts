import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/working-hours.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { editWorkingHours, getWorkingHours } from './working-hours.service.ts';

export function workingHoursRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.getWorkingHours, ({ context }) => getWorkingHours(context));

  serveEndpoint(app, context, contract.editWorkingHours, ({ context, body }) =>
    editWorkingHours(context, body),
  );
}
