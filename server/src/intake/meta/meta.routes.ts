import type { FastifyInstance } from 'fastify';
import { checkConnection as checkCall } from '#contract/intake/check.ts';
import * as contract from '#contract/intake/meta.ts';
import * as forms from '#contract/intake/meta-forms.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import type { Intake } from '#server/intake/work-deliveries.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { findEarlierLeads, listForms, subscribePage } from './ask-meta.service.ts';
import { checkConnection } from './check-connection.service.ts';
import type { Fetching } from './fetch-leads.service.ts';
import type { Graph } from './graph.ts';
import { receiveFromMeta } from './receive-from-meta.ts';
import { receiveMeta } from './receive-meta.service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    fetching: Fetching;
  }
}

type MetaParts = { sealing: Sealing; graph: Graph; intake: Intake; fetching: Fetching };

export function metaRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, graph, intake, fetching }: MetaParts,
): void {
  serve(app, context, contract.subscribeMetaPage, ({ context, params }) =>
    subscribePage(context, sealing, graph, params.id),
  );

  serve(app, context, checkCall, ({ context, params }) =>
    checkConnection(context, sealing, graph, params.id),
  );

  serve(app, context, forms.listMetaForms, ({ context, params }) =>
    listForms(context, sealing, graph, params.id),
  );

  serve(app, context, contract.fetchEarlierMetaLeads, async ({ context, params, body }) => {
    const found = await findEarlierLeads(context, sealing, graph, params.id, body);
    fetching.wake(params.id);
    return found;
  });

  receiveFromMeta(app, context, sealing, {
    kind: 'meta',
    endpoint: contract.receiveMetaNotification,
    mostBytes: contract.maxMetaNotificationBytes,
    async take({ connection, ...sent }) {
      await receiveMeta(context, sealing, connection, sent);
      fetching.wake(connection);
      intake.wake();
    },
  });
}
