import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/dashboard.ts';
import type { Context } from '#server/context.ts';
import { readDashboard } from '#server/dashboard/dashboard.service.ts';
import { register } from '#server/http/register.ts';

/** What became of the leads of the last days. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, getDashboard, ({ context, query }) => readDashboard(context, query));
}
