import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/bookings/bookings.ts';
import type { Context } from '#server/context.ts';
import { createSharedSerializer } from '#server/http/serialized-json.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { readBookingDay, readBookingDays, readPlaces } from './bookings.service.ts';

export function bookingRoutes(app: FastifyInstance, context: Context): void {
  const serializeDay = createSharedSerializer(contract.getBookingDay.reply);
  serveEndpoint(app, context, contract.getBookingDay, async ({ context, query }) =>
    serializeDay(await readBookingDay(context, query)),
  );

  const serializeDays = createSharedSerializer(contract.listBookingDays.reply);
  serveEndpoint(app, context, contract.listBookingDays, async ({ context, query }) =>
    serializeDays(await readBookingDays(context, query)),
  );

  serveEndpoint(app, context, contract.listPlaces, ({ context, query }) => readPlaces(context, query));
}
