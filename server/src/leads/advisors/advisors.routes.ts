import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leads/lead-advisors.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { assignLead, listAdvisors, releaseLead, takeLead } from './advisors.service.ts';

export function advisorRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.takeLead, ({ context, params }) => takeLead(context, params.id));

  serve(app, context, contract.releaseLead, ({ context, params }) => releaseLead(context, params.id));

  serve(app, context, contract.assignLead, ({ context, params, body }) =>
    assignLead(context, params.id, body),
  );

  serve(app, context, contract.listAdvisors, ({ context, query }) =>
    listAdvisors(context, query.serviceCenter),
  );
}
