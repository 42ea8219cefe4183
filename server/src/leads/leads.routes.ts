import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/leads/leads.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { countLeadsByStatus, listLeads, listLeadsByStatus } from '#server/leads/lists/lead-lists.service.ts';
import { invalid } from '#server/lib/refusal.ts';
import { getLead } from './get-lead.service.ts';
import { archiveLead, correctLead, createLead, editLead, moveLead } from './leads.service.ts';

export function leadRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.listLeads, ({ context, query }) => listLeads(context, query));

  serve(app, context, contract.listLeadsByStatus, ({ context, query }) => listLeadsByStatus(context, query));

  serve(app, context, contract.countLeadsByStatus, ({ context, query }) =>
    countLeadsByStatus(context, query.serviceCenter),
  );

  serve(app, context, contract.createLead, ({ context, body, request }) =>
    createLead(context, body, idempotencyKey(request)),
  );

  serve(app, context, contract.getLead, ({ context, params }) => getLead(context, params.id));

  serve(app, context, contract.editLead, ({ context, params, body }) => editLead(context, params.id, body));

  serve(app, context, contract.correctLead, ({ context, params, body }) =>
    correctLead(context, params.id, body),
  );

  serve(app, context, contract.archiveLead, ({ context, params, body }) =>
    archiveLead(context, params.id, body),
  );

  serve(app, context, contract.moveLead, ({ context, params, body }) => moveLead(context, params.id, body));
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw invalid({ 'Idempotency-Key': 'Give one key of at most 200 characters' });
  }
  return key;
}
