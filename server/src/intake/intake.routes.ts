import type { FastifyInstance } from 'fastify';
import * as assignment from '#contract/intake/assignment.ts';
import * as connections from '#contract/intake/connections.ts';
import * as contract from '#contract/intake/deliveries.ts';
import * as summary from '#contract/intake/summary.ts';
import * as offers from '#contract/leads/lead-offers.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { dismissKnownPairs } from '#server/duplicates/duplicates.service.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { editAssignmentRules, listAssignmentRules } from './assignment.service.ts';
import { openAttachment } from './attachments.service.ts';
import {
  createConnection,
  editConnection,
  listConnections,
  renewConnectionSecret,
} from './connections.service.ts';
import {
  getDelivery,
  ignoreDelivery,
  listDeliveries,
  previewFieldMapping,
  replayDeliveries,
  summariseIntake,
} from './deliveries.service.ts';
import { declineOffer, restoreOffer } from './lead-offers.service.ts';
import type { LeadFetcher } from './meta/fetch-leads.service.ts';
import { placeDelivery } from './place-delivery.service.ts';
import { takeRawBodies } from './raw-bodies.ts';
import { receiveDelivery } from './receive.service.ts';
import type { IntakeWorker } from './work-deliveries.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    intake: IntakeWorker;
  }
}

type IntakeParts = {
  intake: IntakeWorker;
  fetching: LeadFetcher;
  countFailedMessages: (context: ActorContext) => Promise<number>;
};

export function intakeRoutes(
  app: FastifyInstance,
  context: Context,
  sealing: Sealing,
  { intake, fetching, countFailedMessages }: IntakeParts,
): void {
  serveEndpoint(app, context, connections.listConnections, async ({ context }) => {
    const connections = await listConnections(context, sealing);
    return { connections, totalPages: 1, totalConnectionCount: connections.length };
  });

  serveEndpoint(app, context, connections.createConnection, ({ context, body }) =>
    createConnection(context, sealing, body),
  );

  serveEndpoint(app, context, connections.editConnection, async ({ context, params, body }) => {
    const connection = await editConnection(context, sealing, params.id, body);
    fetching.wake(params.id);
    return connection;
  });

  serveEndpoint(app, context, connections.renewConnectionSecret, ({ context, params }) =>
    renewConnectionSecret(context, sealing, params.id),
  );

  serveEndpoint(app, context, connections.previewFieldMapping, ({ context, params, body }) =>
    previewFieldMapping(context, params.id, body.mapping),
  );

  serveEndpoint(app, context, assignment.listAssignmentRules, ({ context }) => listAssignmentRules(context));

  serveEndpoint(app, context, assignment.editAssignmentRules, ({ context, body }) =>
    editAssignmentRules(context, body.centers),
  );

  serveEndpoint(app, context, offers.declineOffer, ({ context, params, body }) =>
    declineOffer(context, params.id, body),
  );

  serveEndpoint(app, context, offers.restoreOffer, ({ context, params }) => restoreOffer(context, params.id));

  serveEndpoint(app, context, contract.listDeliveries, ({ context, query }) =>
    listDeliveries(context, query),
  );

  serveEndpoint(app, context, summary.summariseIntake, async ({ context }) => ({
    ...(await summariseIntake(context)),
    messagesFailed: await countFailedMessages(context),
  }));

  serveEndpoint(app, context, contract.getDelivery, ({ context, params }) => getDelivery(context, params.id));

  serveEndpoint(app, context, contract.downloadAttachment, async ({ context, params, reply }) => {
    const { name, bytes, content } = await openAttachment(context, params.id);
    reply.header('content-length', bytes);
    // Whatever it is, no browser opens it here.
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    return sendFile(reply, { fileName: name, content });
  });

  serveEndpoint(app, context, contract.placeDelivery, async ({ context, params, body }) => {
    const placed = await placeDelivery(context, params.id, body);
    if (body.meant.length > 0 && !placed.hasJoined)
      await dismissKnownPairs(context, placed.lead._id, body.meant);
    intake.wake();
    return placed;
  });

  serveEndpoint(app, context, contract.ignoreDelivery, ({ context, params, body }) =>
    ignoreDelivery(context, params.id, body),
  );

  serveEndpoint(app, context, contract.replayDeliveries, async ({ context, body }) => {
    const replayed = await replayDeliveries(context, body.deliveries);
    intake.wake();
    await fetching.look();
    return { replayed };
  });

  app.register(async (raw) => {
    takeRawBodies(raw, context, sealing);
    serveEndpoint(
      raw,
      context,
      contract.receiveDelivery,
      { bodyBytes: contract.intakeLimits.mailBytes },
      async ({ context, params, request }) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveDelivery(context, sealing, params.connection, { headers: request.headers, body });
        intake.wake();
        return { received: true };
      },
    );
  });
}
