import type { FastifyInstance } from 'fastify';
import * as history from '#contract/lead-history.ts';
import * as oversight from '#contract/lead-oversight.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import { getLastChanges, listLeadHistory, listVersions } from '#server/leads/lead-history.service.ts';
import { listLeadsByPeriod, listManagementLeads } from '#server/leads/lead-lists.service.ts';
import { undoChange } from '#server/leads/leads.service.ts';
import { exportLeads } from '#server/leads/leads-export.service.ts';

/** Leads as management oversees them, by period, and their history. */
export function oversightRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, oversight.listManagementLeads, ({ context, query }) =>
    listManagementLeads(context, query),
  );

  register(app, context, oversight.listLeadsByPeriod, ({ context, query }) =>
    listLeadsByPeriod(context, query),
  );

  register(app, context, oversight.downloadLeadsCsv, async ({ context, query, reply }) => {
    const { fileName, csv } = await exportLeads(context, query);
    reply.header('content-disposition', `attachment; filename="${fileName}"`);
    return csv;
  });

  register(app, context, history.getLastChanges, ({ context, params }) =>
    getLastChanges(context, params.entryId),
  );

  register(app, context, history.listLeadHistory, ({ context, params, query }) =>
    listLeadHistory(context, params.entryId, query),
  );

  register(app, context, history.getSingleLeadsHistory, ({ context, params }) =>
    listVersions(context, params.id),
  );

  register(app, context, history.undoLeadChange, ({ context, params, body }) =>
    undoChange(context, params.id, body.version),
  );
}
