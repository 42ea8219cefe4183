import type { FastifyInstance } from 'fastify';
import { checkConnection as checkCall } from '#contract/intake/check.ts';
import * as contract from '#contract/intake/meta.ts';
import * as forms from '#contract/intake/meta-forms.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import type { IntakeWorker } from '#server/intake/work-deliveries.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { fetchEarlierMetaLeads, listMetaForms, subscribeMetaPage } from './ask-meta.service.ts';
import { checkConnection } from './check-connection.service.ts';
import type { LeadFetcher } from './fetch-leads.service.ts';
import type { Graph } from './graph.ts';
import { serveMetaNotifications } from './receive-from-meta.ts';
import { receiveMetaNotification } from './receive-meta.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    fetching: LeadFetcher;
  }
}

type MetaParts = {
  sealing: Sealing;
  graph: Graph;
  publicUrl: string;
  intake: IntakeWorker;
  fetching: LeadFetcher;
};

export function metaRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, graph, publicUrl, intake, fetching }: MetaParts,
): void {
  serveEndpoint(app, context, contract.subscribeMetaPage, ({ context, params }) =>
    subscribeMetaPage(context, sealing, graph, params.id),
  );

  serveEndpoint(app, context, checkCall, ({ context, params }) =>
    checkConnection(context, { sealing, graph, publicUrl }, params.id),
  );

  serveEndpoint(app, context, forms.listMetaForms, ({ context, params }) =>
    listMetaForms(context, sealing, graph, params.id),
  );

  serveEndpoint(app, context, contract.fetchEarlierMetaLeads, async ({ context, params, body }) => {
    const found = await fetchEarlierMetaLeads(context, sealing, graph, params.id, body);
    fetching.wake(params.id);
    return found;
  });

  serveMetaNotifications(app, context, sealing, {
    kind: 'meta',
    endpoint: contract.receiveMetaNotification,
    mostBytes: contract.maxMetaNotificationBytes,
    async take({ connection, ...sent }) {
      await receiveMetaNotification(context, sealing, connection, sent);
      fetching.wake(connection);
      intake.wake();
    },
  });
}
