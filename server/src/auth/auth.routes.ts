import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/auth.ts';
import { editEmployee } from '#contract/employees.ts';
import { browserKeyOf, keepBrowserKey } from '#server/auth/registration/browser-key.ts';
import { findInviteOfLink } from '#server/auth/registration/invites.service.ts';
import {
  register,
  requestInvitation,
  resendCode,
  type Visitor,
  verifyEmail,
} from '#server/auth/registration/registration.service.ts';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { type Gate, serve } from '#server/http/serve.ts';
import { clientOf } from '#server/http/session.ts';
import { setEmployeeActive, signIn } from './auth.service.ts';
import { forgotPassword, readLink, resetPassword } from './recovery.service.ts';
import { throttled } from './throttles.service.ts';

const ok = { ok: true } as const;

const registration: Gate<typeof contract.registerAccount> = {
  ...throttled('register'),
  isKnown: async (context, { fields: { token } }) =>
    token !== undefined && (await findInviteOfLink(context, token)) !== undefined,
};

export function authRoutes(
  app: FastifyInstance,
  context: Context,
  { registration: rule, publicUrl }: Pick<Env, 'registration' | 'publicUrl'>,
): void {
  const isSecure = publicUrl.startsWith('https:');
  const visitorOf = (request: FastifyRequest): Visitor => ({
    ...clientOf(request),
    browserKey: browserKeyOf(request, isSecure),
  });

  serve(app, context, contract.login, throttled('login'), ({ context, body, request }) =>
    signIn(context, body, visitorOf(request)),
  );

  serve(app, context, contract.registerAccount, registration, ({ context, body, files, request, reply }) => {
    const visitor = visitorOf(request);
    keepBrowserKey(reply, visitor.browserKey, isSecure);
    return register(context, rule, body, files.dp, visitor);
  });

  serve(
    app,
    context,
    contract.forgotPassword,
    throttled('forgotPassword'),
    async ({ context, body, request }) => {
      await forgotPassword(context, body.email, clientOf(request));
      return ok;
    },
  );

  serve(app, context, contract.resetPassword, throttled('reset'), async ({ context, body, request }) => {
    await resetPassword(context, body, clientOf(request));
    return ok;
  });

  serve(app, context, contract.getEmailFromToken, ({ context, params }) => readLink(context, params.token));

  serve(app, context, contract.verifyEmail, throttled('verify'), async ({ context, body, request }) => {
    await verifyEmail(context, rule, body, visitorOf(request));
    return ok;
  });

  serve(app, context, contract.resendCode, throttled('resend'), async ({ context, body, request }) => {
    await resendCode(context, body.email, visitorOf(request));
    return ok;
  });

  serve(
    app,
    context,
    contract.requestInvitation,
    throttled('invitation'),
    async ({ context, body, request }) => {
      await requestInvitation(context, body.email, clientOf(request));
      return ok;
    },
  );

  serve(app, context, editEmployee, ({ context, params, body }) =>
    setEmployeeActive(context, params.id, body.isActive),
  );
}
