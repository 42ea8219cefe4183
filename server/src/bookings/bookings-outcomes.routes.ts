import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/bookings/booking-outcomes.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { setBookingOutcome, setBookingReady } from './bookings-outcomes.service.ts';

export function bookingOutcomeRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.setBookingOutcome, ({ context, params, body }) =>
    setBookingOutcome(context, params.id, body),
  );

  serveEndpoint(app, context, contract.setBookingReady, ({ context, params, body }) =>
    setBookingReady(context, params.id, body),
  );
}
