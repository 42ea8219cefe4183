import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/session.ts';
import { editProfile } from '#server/auth/profile.service.ts';
import { changePassword } from '#server/auth/recovery.service.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut } from '#server/auth/sessions.service.ts';
import type { Context } from '#server/context.ts';
import { clientOf } from '#server/http/client.ts';
import { Refusal } from '#server/http/refusal.ts';
import { register } from '#server/http/register.ts';

/** The signed-in employee: profile, password, sessions. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.getMe, async ({ context }) => context.actor);

  register(app, context, contract.editMe, ({ context, body, files }) => editProfile(context, body, files.dp));

  register(app, context, contract.changePassword, async ({ context, body, request }) => {
    await changePassword(context, sessionOf(request), body, clientOf(request));
    return { ok: true } as const;
  });

  register(app, context, contract.listOwnSessions, async ({ context, request }) => ({
    sessions: await listOwnSessions(context, sessionOf(request)),
  }));

  register(app, context, contract.endOwnSession, async ({ context, params }) => {
    await endOwnSession(context, params.id);
    return undefined;
  });

  register(app, context, contract.endOtherSessions, async ({ context, request }) => {
    await endOtherSessions(context, sessionOf(request));
    return undefined;
  });

  register(app, context, contract.logout, async ({ context, request }) => {
    await signOut(context, sessionOf(request));
    return undefined;
  });
}

function sessionOf({ session }: FastifyRequest): string {
  if (!session) throw new Refusal('unauthorized', 'Sign in to continue');
  return session.sessionId;
}
