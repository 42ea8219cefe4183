import type { FastifyInstance } from 'fastify';
import * as history from '#contract/leads/lead-history.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import type { Context } from '#server/context.ts';
import type { ExportContext, Exports } from '#server/exports/exports.service.ts';
import { asFile, serve } from '#server/http/serve.ts';
import { getLastChanges, listLeadHistory } from '#server/leads/history/lead-history.service.ts';
import { undoChange } from '#server/leads/leads.service.ts';
import { countLeadsByCenter, listLeadsByPeriod, listManagementLeads } from './lead-lists.service.ts';
import { exportLeads } from './leads-export.service.ts';
import { listNeglectedLeads } from './neglected.service.ts';

export function oversightRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serve(app, context, oversight.listManagementLeads, ({ context, query }) =>
    listManagementLeads(context, query),
  );

  serve(app, context, oversight.countLeadsByCenter, ({ context }) => countLeadsByCenter(context));

  serve(app, context, oversight.listNeglected, ({ context, query }) => listNeglectedLeads(context, query));

  serve(app, context, oversight.listLeadsByPeriod, ({ context, query }) => listLeadsByPeriod(context, query));

  serve(app, context, oversight.downloadLeadsCsv, async ({ request, query, reply }) => {
    const make = (inside: ExportContext) => exportLeads(inside, query);
    return asFile(reply, await exports.start(request.session, oversight.downloadLeadsCsv, make));
  });

  serve(app, context, history.getLastChanges, ({ context, params }) =>
    getLastChanges(context, params.entryId),
  );

  serve(app, context, history.listLeadHistory, ({ context, params, query }) =>
    listLeadHistory(context, params.entryId, query),
  );

  serve(app, context, history.getSingleLeadsHistory, async ({ context, params, query }) => {
    const { history: versions } = await listLeadHistory(context, params.id, query);
    return versions;
  });

  serve(app, context, history.undoLeadChange, ({ context, params, body }) =>
    undoChange(context, params.id, body.version),
  );
}
