import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/bookings/bookings.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { readBookingDay, readBookingDays, readPlaces } from './bookings.service.ts';

export function bookingRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.getBookingDay, ({ context, query }) => readBookingDay(context, query));

  serveEndpoint(app, context, contract.listBookingDays, ({ context, query }) =>
    readBookingDays(context, query),
  );

  serveEndpoint(app, context, contract.listPlaces, ({ context, query }) => readPlaces(context, query));
}
