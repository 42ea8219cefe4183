import type { FastifyInstance } from 'fastify';
import { getSystemStatus } from '#contract/system/system-status.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { readSystemStatus, type SystemParts } from './system-status.service.ts';

export function systemStatusRoutes(app: FastifyInstance, context: Context, parts: SystemParts): void {
  serve(app, context, getSystemStatus, ({ context }) => readSystemStatus(context, parts));
}
