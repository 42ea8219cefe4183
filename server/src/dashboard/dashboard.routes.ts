import type { FastifyInstance } from 'fastify';
import { downloadWorkComparison, getLateFigures, getWorkComparison } from '#contract/comparison.ts';
import { getDashboard } from '#contract/dashboard.ts';
import type { Context } from '#server/context.ts';
import { asFile, serve } from '#server/http/serve.ts';
import { groupLate } from '#server/leads/lists/late.service.ts';
import { compare, comparisonCsv } from './comparison.service.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getDashboard, ({ context, query }) => readDashboard(context, query));
  serve(app, context, getLateFigures, ({ context, query }) => groupLate(context, query));
  serve(app, context, getWorkComparison, ({ context, query }) => compare(context, query));

  serve(app, context, downloadWorkComparison, async ({ context, query, reply }) => {
    return asFile(reply, await comparisonCsv(context, query));
  });
}
