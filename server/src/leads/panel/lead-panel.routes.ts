import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leads/lead-panel.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { getLeadPanel } from './lead-panel.service.ts';
import { listTimeline } from './timeline.service.ts';

export function leadPanelRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.getLeadPanel, ({ context, params }) => getLeadPanel(context, params.id));

  serve(app, context, contract.listTimeline, ({ context, params, query }) =>
    listTimeline(context, params.id, query),
  );
}
