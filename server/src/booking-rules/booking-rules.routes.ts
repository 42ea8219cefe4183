import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/bookings/booking-rules.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { editBookingRules, listBookingRules } from './booking-rules.service.ts';

export function bookingRuleRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.listBookingRules, ({ context }) => listBookingRules(context));

  serveEndpoint(app, context, contract.editBookingRules, ({ context, params, body }) =>
    editBookingRules(context, params.id, body),
  );
}
