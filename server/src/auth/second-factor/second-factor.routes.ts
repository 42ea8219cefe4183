import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/login/second-factor.ts';
import { throttled } from '#server/auth/throttles.service.ts';
import type { Context, RequestSession } from '#server/context.ts';
import { clientOf } from '#server/http/client.ts';
import { Refusal } from '#server/http/refusal.ts';
import { serve } from '#server/http/serve.ts';
import { confirmAuthenticatorApp, offerAuthenticatorApp } from './authenticator-apps.service.ts';
import { finishLoginByCode } from './finish-login.service.ts';
import { readSecondFactor, renewOwnRecoveryCodes, turnOff } from './second-factor.service.ts';

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.getSecondFactor, ({ context }) =>
    readSecondFactor(context, context.actor._id),
  );

  serve(
    app,
    context,
    contract.startApp,
    ({ context, body, request }) =>
      offerAuthenticatorApp(context, sessionOf(request), body, clientOf(request)),
    throttled('password'),
  );

  serve(
    app,
    context,
    contract.confirmApp,
    ({ context, body, request }) =>
      confirmAuthenticatorApp(context, sessionOf(request), body, clientOf(request)),
    throttled('confirmApp'),
  );

  serve(
    app,
    context,
    contract.renewRecoveryCodes,
    ({ context, body, request }) => renewOwnRecoveryCodes(context, body, clientOf(request)),
    throttled('password'),
  );

  serve(
    app,
    context,
    contract.turnOffSecondFactor,
    async ({ context, body, request }) => {
      await turnOff(context, body, clientOf(request));
      return { ok: true } as const;
    },
    throttled('password'),
  );

  serve(
    app,
    context,
    contract.finishLogin,
    ({ context, body, request }) => finishLoginByCode(context, body, clientOf(request)),
    throttled('secondStep'),
  );
}

function sessionOf({ session }: FastifyRequest): RequestSession {
  if (!session) throw new Refusal('unauthorized', 'Log in to continue');
  return session;
}
