import type { FastifyInstance } from 'fastify';
import { downloadWorkComparison, getLateFigures, getWorkComparison } from '#contract/comparison.ts';
import { getDashboard } from '#contract/dashboard.ts';
import type { Context } from '#server/context.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import { groupLateLeads } from '#server/leads/lists/late.service.ts';
import { createComparisonCsv, readWorkComparison } from './comparison.service.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, getDashboard, ({ context, query }) => readDashboard(context, query));
  serveEndpoint(app, context, getLateFigures, ({ context, query }) => groupLateLeads(context, query));
  serveEndpoint(app, context, getWorkComparison, ({ context, query }) => readWorkComparison(context, query));

  serveEndpoint(app, context, downloadWorkComparison, async ({ context, query, reply }) => {
    return sendFile(reply, await createComparisonCsv(context, query));
  });
}
