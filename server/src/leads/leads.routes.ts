import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/leads/call-order.ts';
import * as advisors from '#contract/leads/lead-advisors.ts';
import * as find from '#contract/leads/lead-find.ts';
import * as history from '#contract/leads/lead-history.ts';
import * as merge from '#contract/leads/lead-merge.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import * as panel from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import type { ActorContext, Context } from '#server/context.ts';
import type { ExportContext, Exports } from '#server/exports/exports.service.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import { countFoundByStatus, findOpenedLeads, findPeople } from '#server/leads/find/find.service.ts';
import { findKnownPeople } from '#server/leads/find/known-caller.service.ts';
import {
  getLastChanges,
  listLeadHistory,
  undoLeadChange,
} from '#server/leads/history/lead-history.service.ts';
import * as lists from '#server/leads/lists/lead-lists.service.ts';
import { exportLeads, exportNeglectedLeads } from '#server/leads/lists/leads-export.service.ts';
import {
  createNeglectedFilter,
  getNeglectedWorklist,
  groupNeglected,
  listNeglectedLeads,
} from '#server/leads/lists/neglected.service.ts';
import { mergeLeads } from '#server/leads/merge/merge-leads.service.ts';
import { undoLeadMerge } from '#server/leads/merge/undo-merge.service.ts';
import { getLeadPanel } from '#server/leads/panel/lead-panel.service.ts';
import { listTimeline, type TimelineSources } from '#server/leads/panel/timeline.service.ts';
import { getCallList, getCallQueue } from '#server/leads/queue/call-queue.service.ts';
import { assignLead, listAdvisors, releaseLead, takeLead } from '#server/leads/record/advisors.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { archiveLead, correctLead, editLead, moveLead } from '#server/leads/record/edit-leads.service.ts';
import { getLead } from '#server/leads/record/get-lead.service.ts';
import { invalidFields } from '#server/lib/refusal.ts';

type KeepApart = (context: ActorContext, lead: string, others: readonly string[]) => Promise<void>;

export function leadRoutes(
  app: FastifyInstance,
  context: Context,
  exports: Exports,
  sources: TimelineSources,
  keepApart: KeepApart,
): void {
  serveEndpoint(app, context, leads.listLeads, ({ context, query }) => lists.listLeads(context, query));
  serveEndpoint(app, context, leads.listLeadsByStatus, ({ context, query }) =>
    lists.listLeadsByStatus(context, query),
  );
  serveEndpoint(app, context, leads.countLeadsByStatus, ({ context, query }) =>
    lists.countLeadsByStatus(context, query.serviceCenter),
  );

  serveEndpoint(app, context, leads.createLead, async ({ context, body: { meant, ...body }, request }) => {
    const lead = await createLead(context, body, idempotencyKey(request));
    if (meant.length > 0) await keepApart(context, lead._id, meant);
    return lead;
  });
  serveEndpoint(app, context, leads.getLead, ({ context, params }) => getLead(context, params.id));
  serveEndpoint(app, context, leads.editLead, ({ context, params, body }) =>
    editLead(context, params.id, body),
  );
  serveEndpoint(app, context, leads.correctLead, ({ context, params, body }) =>
    correctLead(context, params.id, body),
  );
  serveEndpoint(app, context, leads.archiveLead, ({ context, params, body }) =>
    archiveLead(context, params.id, body),
  );
  serveEndpoint(app, context, leads.moveLead, ({ context, params, body }) =>
    moveLead(context, params.id, body),
  );

  serveEndpoint(app, context, advisors.takeLead, ({ context, params }) => takeLead(context, params.id));
  serveEndpoint(app, context, advisors.releaseLead, ({ context, params }) => releaseLead(context, params.id));
  serveEndpoint(app, context, advisors.assignLead, ({ context, params, body }) =>
    assignLead(context, params.id, body),
  );
  serveEndpoint(app, context, advisors.listAdvisors, ({ context, query }) =>
    listAdvisors(context, query.serviceCenter),
  );

  serveEndpoint(app, context, oversight.listManagementLeads, ({ context, query }) =>
    lists.listManagementLeads(context, query),
  );
  serveEndpoint(app, context, oversight.countLeadsByCenter, ({ context }) =>
    lists.countLeadsByCenter(context),
  );
  serveEndpoint(app, context, oversight.listNeglected, ({ context, query }) =>
    listNeglectedLeads(context, query),
  );
  serveEndpoint(app, context, oversight.groupNeglected, ({ context, query }) =>
    groupNeglected(context, query),
  );
  serveEndpoint(app, context, oversight.getNeglectedWorklist, ({ context, query }) =>
    getNeglectedWorklist(context, query),
  );
  serveEndpoint(app, context, oversight.downloadNeglectedCsv, async ({ context, request, query, reply }) => {
    const filter = await createNeglectedFilter(context, query);
    const make = async (inside: ExportContext) => exportNeglectedLeads(inside, filter);
    return sendFile(reply, await exports.start(request.session, oversight.downloadNeglectedCsv, make));
  });
  serveEndpoint(app, context, oversight.listLeadsByPeriod, ({ context, query }) =>
    lists.listLeadsByPeriod(context, query),
  );
  serveEndpoint(app, context, oversight.downloadLeadsCsv, async ({ request, query, reply }) => {
    const make = (inside: ExportContext) => exportLeads(inside, query);
    return sendFile(reply, await exports.start(request.session, oversight.downloadLeadsCsv, make));
  });

  serveEndpoint(app, context, history.getLastChanges, ({ context, params }) =>
    getLastChanges(context, params.entryId),
  );
  serveEndpoint(app, context, history.listLeadHistory, ({ context, params, query }) =>
    listLeadHistory(context, params.entryId, query),
  );
  serveEndpoint(app, context, history.getSingleLeadsHistory, async ({ context, params, query }) => {
    const { history: versions } = await listLeadHistory(context, params.id, query);
    return versions;
  });
  serveEndpoint(app, context, history.undoLeadChange, ({ context, params, body }) =>
    undoLeadChange(context, params.id, body.version),
  );

  serveEndpoint(app, context, merge.mergeLeads, ({ context, body }) => mergeLeads(context, body));
  serveEndpoint(app, context, merge.undoLeadMerge, ({ context, params }) =>
    undoLeadMerge(context, params.id),
  );

  serveEndpoint(app, context, panel.getLeadPanel, ({ context, params }) =>
    getLeadPanel(context, params.id, sources),
  );
  serveEndpoint(app, context, panel.listTimeline, ({ context, params, query }) =>
    listTimeline(context, params.id, query, sources),
  );

  serveEndpoint(app, context, find.findPeople, ({ context, body }) => findPeople(context, body));
  serveEndpoint(app, context, find.findKnownPeople, ({ context, body }) => findKnownPeople(context, body));
  serveEndpoint(app, context, find.findOpenedLeads, ({ context, body }) => findOpenedLeads(context, body));
  serveEndpoint(app, context, find.countFoundByStatus, ({ context, body }) =>
    countFoundByStatus(context, body),
  );

  serveEndpoint(app, context, calls.getCallQueue, ({ context, query }) => getCallQueue(context, query));
  serveEndpoint(app, context, calls.getCallList, ({ context, query }) => getCallList(context, query));
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw invalidFields({ 'Idempotency-Key': 'Give one key of at most 200 characters' });
  }
  return key;
}
