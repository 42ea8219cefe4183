import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.ts';
import { editProfile } from '#server/auth/profile.service.ts';
import { changePassword } from '#server/auth/recovery.service.ts';
import { throttleGate } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { getClient, getSession } from '#server/http/session.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from './sessions.service.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.getMe, async ({ context }) => context.actor);

  serveEndpoint(app, context, contract.editMe, ({ context, body, files }) =>
    editProfile(context, body, files.dp),
  );

  serveEndpoint(
    app,
    context,
    contract.changePassword,
    throttleGate('password'),
    async ({ context, body, request }) => {
      await changePassword(context, getSession(request).sessionId, body, getClient(request));
      return { ok: true } as const;
    },
  );

  serveEndpoint(app, context, contract.listOwnSessions, async ({ context, request }) => ({
    sessions: await listOwnSessions(context, getSession(request).sessionId),
  }));

  serveEndpoint(app, context, contract.endOwnSession, async ({ context, params }) => {
    await endOwnSession(context, params.id);
    return undefined;
  });

  serveEndpoint(app, context, contract.endOtherSessions, async ({ context, request }) => {
    await endOtherSessions(context, getSession(request).sessionId);
    return undefined;
  });

  serveEndpoint(app, context, contract.logout, async ({ context, request }) => {
    await signOut(context, getSession(request).sessionId);
    return undefined;
  });
}
