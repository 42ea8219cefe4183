import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/invites.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/register.ts';
import { createInvite, deleteInvite, listInvites, resendInvite } from '#server/invites/invites.service.ts';

/** Invitations. @param publicUrl what their links carry. */
export function inviteRoutes(app: FastifyInstance, context: Context, publicUrl: string): void {
  register(app, context, contract.createInvite, ({ context, body }) =>
    createInvite(context, body.email, publicUrl),
  );

  register(app, context, contract.listInvites, async ({ context }) => ({
    employeeInvites: await listInvites(context),
  }));

  register(app, context, contract.resendInvite, ({ context, params }) =>
    resendInvite(context, params.id, publicUrl),
  );

  register(app, context, contract.deleteInvite, async ({ context, params }) => {
    await deleteInvite(context, params.id);
    return undefined;
  });
}
