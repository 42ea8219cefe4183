import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.ts';
import { editProfile } from '#server/auth/profile.service.ts';
import { changePassword } from '#server/auth/recovery.service.ts';
import { throttled } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { clientOf, sessionOf } from '#server/http/session.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from './sessions.service.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.getMe, async ({ context }) => context.actor);

  serve(app, context, contract.editMe, ({ context, body, files }) => editProfile(context, body, files.dp));

  serve(app, context, contract.changePassword, throttled('password'), async ({ context, body, request }) => {
    await changePassword(context, sessionOf(request).sessionId, body, clientOf(request));
    return { ok: true } as const;
  });

  serve(app, context, contract.listOwnSessions, async ({ context, request }) => ({
    sessions: await listOwnSessions(context, sessionOf(request).sessionId),
  }));

  serve(app, context, contract.endOwnSession, async ({ context, params }) => {
    await endOwnSession(context, params.id);
    return undefined;
  });

  serve(app, context, contract.endOtherSessions, async ({ context, request }) => {
    await endOtherSessions(context, sessionOf(request).sessionId);
    return undefined;
  });

  serve(app, context, contract.logout, async ({ context, request }) => {
    await signOut(context, sessionOf(request).sessionId);
    return undefined;
  });
}
