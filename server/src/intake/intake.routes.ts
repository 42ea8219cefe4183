import type { FastifyInstance } from 'fastify';
import * as assignment from '#contract/intake/assignment.ts';
import * as connections from '#contract/intake/connections.ts';
import * as contract from '#contract/intake/deliveries.ts';
import * as summary from '#contract/intake/summary.ts';
import * as offers from '#contract/leads/lead-offers.ts';
import type { Context } from '#server/context.ts';
import { keepApart } from '#server/duplicates/duplicates.service.ts';
import { serve } from '#server/http/serve.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { editAssignments, listAssignments } from './assignment.service.ts';
import { createConnection, editConnection, listConnections, renewSecret } from './connections.service.ts';
import {
  getDelivery,
  ignoreDelivery,
  listDeliveries,
  previewMapping,
  replayDeliveries,
  summariseIntake,
} from './deliveries.service.ts';
import { declineOffer, restoreOffer } from './lead-offers.service.ts';
import type { Fetching } from './meta/fetch-leads.service.ts';
import { placeDelivery } from './place-delivery.service.ts';
import { takeRawBodies } from './raw-bodies.ts';
import { receive } from './receive.service.ts';
import type { Intake } from './work-deliveries.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    intake: Intake;
  }
}

export function intakeRoutes(
  app: FastifyInstance,
  context: Context,
  sealing: Sealing,
  { intake, fetching }: { intake: Intake; fetching: Fetching },
): void {
  serve(app, context, connections.listConnections, async ({ context }) => {
    const connections = await listConnections(context, sealing);
    return { connections, totalPages: 1, totalConnectionCount: connections.length };
  });

  serve(app, context, connections.createConnection, ({ context, body }) =>
    createConnection(context, sealing, body),
  );

  serve(app, context, connections.editConnection, async ({ context, params, body }) => {
    const connection = await editConnection(context, sealing, params.id, body);
    fetching.wake(params.id);
    return connection;
  });

  serve(app, context, connections.renewConnectionSecret, ({ context, params }) =>
    renewSecret(context, sealing, params.id),
  );

  serve(app, context, connections.previewFieldMapping, ({ context, params, body }) =>
    previewMapping(context, params.id, body.mapping),
  );

  serve(app, context, assignment.listAssignmentRules, ({ context }) => listAssignments(context));

  serve(app, context, assignment.editAssignmentRules, ({ context, body }) =>
    editAssignments(context, body.centers),
  );

  serve(app, context, offers.declineOffer, ({ context, params, body }) =>
    declineOffer(context, params.id, body),
  );

  serve(app, context, offers.restoreOffer, ({ context, params }) => restoreOffer(context, params.id));

  serve(app, context, contract.listDeliveries, ({ context, query }) => listDeliveries(context, query));

  serve(app, context, summary.summariseIntake, ({ context }) => summariseIntake(context));

  serve(app, context, contract.getDelivery, ({ context, params }) => getDelivery(context, params.id));

  serve(app, context, contract.placeDelivery, async ({ context, params, body }) => {
    const placed = await placeDelivery(context, params.id, body);
    if (body.meant.length > 0 && !placed.hasJoined) await keepApart(context, placed.lead._id, body.meant);
    intake.wake();
    return placed;
  });

  serve(app, context, contract.ignoreDelivery, ({ context, params, body }) =>
    ignoreDelivery(context, params.id, body),
  );

  serve(app, context, contract.replayDeliveries, async ({ context, body }) => {
    const replayed = await replayDeliveries(context, body.deliveries);
    intake.wake();
    await fetching.look();
    return { replayed };
  });

  app.register(async (raw) => {
    takeRawBodies(raw, context, sealing);
    serve(
      raw,
      context,
      contract.receiveDelivery,
      { bodyBytes: contract.intakeLimits.mailBytes },
      async ({ context, params, request }) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receive(context, sealing, params.connection, { headers: request.headers, body });
        intake.wake();
        return { received: true };
      },
    );
  });
}
