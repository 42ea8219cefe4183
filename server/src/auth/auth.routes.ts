import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/auth.ts';
import { signIn } from '#server/auth/auth.service.ts';
import { forgotPassword, readLink, resetPassword } from '#server/auth/recovery.service.ts';
import {
  register as registerPerson,
  requestInvitation,
  resendCode,
  verifyEmail,
} from '#server/auth/registration.service.ts';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { clientOf } from '#server/http/client.ts';
import { register } from '#server/http/register.ts';

const ok = { ok: true } as const;

/** Signing in, and what comes before it: registration and the recovery of a password. */
export function authRoutes(
  app: FastifyInstance,
  context: Context,
  { registration }: Pick<Env, 'registration'>,
): void {
  register(app, context, contract.login, ({ context, body, request }) =>
    signIn(context, body, clientOf(request)),
  );

  register(app, context, contract.registerAccount, ({ context, body, files, request }) =>
    registerPerson(context, registration, body, files.dp, clientOf(request)),
  );

  register(app, context, contract.forgotPassword, async ({ context, body, request }) => {
    await forgotPassword(context, body.email, clientOf(request));
    return ok;
  });

  register(app, context, contract.resetPassword, async ({ context, body, request }) => {
    await resetPassword(context, body, clientOf(request));
    return ok;
  });

  register(app, context, contract.getEmailFromToken, ({ context, params }) =>
    readLink(context, params.token),
  );

  register(app, context, contract.verifyEmail, async ({ context, body, request }) => {
    await verifyEmail(context, body, clientOf(request));
    return ok;
  });

  register(app, context, contract.resendCode, async ({ context, body, request }) => {
    await resendCode(context, body.email, clientOf(request));
    return ok;
  });

  register(app, context, contract.requestInvitation, async ({ context, body, request }) => {
    await requestInvitation(context, body.email, clientOf(request));
    return ok;
  });
}
