import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leads/lead-queue.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { getQueue, getWorklist, listQueue } from './lead-queue.service.ts';

export function queueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.getQueue, ({ context, query }) => getQueue(context, query));

  serve(app, context, contract.listQueue, ({ context, params, query }) => listQueue(context, params, query));

  serve(app, context, contract.getWorklist, ({ context, query }) => getWorklist(context, query));
}
