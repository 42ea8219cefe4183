import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/auth.ts';
import { editEmployee } from '#contract/employees.ts';
import { readOrCreateBrowserKey, setBrowserKeyCookie } from '#server/auth/registration/browser-key.ts';
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
import { type RequestGate, serveEndpoint } from '#server/http/serve.ts';
import { getClient } from '#server/http/session.ts';
import { setEmployeeActive, signIn } from './auth.service.ts';
import { forgotPassword, readEmailOfLink, resetPassword } from './recovery.service.ts';
import { throttleGate } from './throttles.service.ts';

const ok = { ok: true } as const;

const registration: RequestGate<typeof contract.registerAccount> = {
  ...throttleGate('register'),
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
    ...getClient(request),
    browserKey: readOrCreateBrowserKey(request, isSecure),
  });

  serveEndpoint(app, context, contract.login, throttleGate('login'), ({ context, body, request }) =>
    signIn(context, body, visitorOf(request)),
  );

  serveEndpoint(
    app,
    context,
    contract.registerAccount,
    registration,
    ({ context, body, files, request, reply }) => {
      const visitor = visitorOf(request);
      setBrowserKeyCookie(reply, visitor.browserKey, isSecure);
      return register(context, rule, body, files.dp, visitor);
    },
  );

  serveEndpoint(
    app,
    context,
    contract.forgotPassword,
    throttleGate('forgotPassword'),
    async ({ context, body, request }) => {
      await forgotPassword(context, body.email, getClient(request));
      return ok;
    },
  );

  serveEndpoint(
    app,
    context,
    contract.resetPassword,
    throttleGate('reset'),
    async ({ context, body, request }) => {
      await resetPassword(context, body, getClient(request));
      return ok;
    },
  );

  serveEndpoint(app, context, contract.getEmailFromToken, ({ context, params }) =>
    readEmailOfLink(context, params.token),
  );

  serveEndpoint(
    app,
    context,
    contract.verifyEmail,
    throttleGate('verify'),
    async ({ context, body, request }) => {
      await verifyEmail(context, rule, body, visitorOf(request));
      return ok;
    },
  );

  serveEndpoint(
    app,
    context,
    contract.resendCode,
    throttleGate('resend'),
    async ({ context, body, request }) => {
      await resendCode(context, body.email, visitorOf(request));
      return ok;
    },
  );

  serveEndpoint(
    app,
    context,
    contract.requestInvitation,
    throttleGate('invitation'),
    async ({ context, body, request }) => {
      await requestInvitation(context, body.email, getClient(request));
      return ok;
    },
  );

  serveEndpoint(app, context, editEmployee, ({ context, params, body }) =>
    setEmployeeActive(context, params.id, body.isActive),
  );
}
