import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/dashboard.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getDashboard, ({ context, query }) => readDashboard(context, query));
}
