import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/invites.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { createInvite, deleteInvite, listInvites, resendInvite } from './invites.service.ts';

export function inviteRoutes(
  app: FastifyInstance,
  context: Context,
  { publicUrl, outbox }: { publicUrl: string; outbox: string | null },
): void {
  serveEndpoint(app, context, contract.createInvite, async ({ context, body }) => ({
    ...(await createInvite(context, body, publicUrl)),
    outbox,
  }));

  serveEndpoint(app, context, contract.listInvites, async ({ context }) => ({
    employeeInvites: await listInvites(context),
  }));

  serveEndpoint(app, context, contract.resendInvite, async ({ context, params }) => ({
    ...(await resendInvite(context, params.id, publicUrl)),
    outbox,
  }));

  serveEndpoint(app, context, contract.deleteInvite, async ({ context, params }) => {
    await deleteInvite(context, params.id);
    return undefined;
  });
}
