import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/login/second-factor.ts';
import type { RelyingParty } from '#server/auth/passkeys/relying-party.ts';
import { throttled } from '#server/auth/throttles.service.ts';
import type { Context, RequestSession } from '#server/context.ts';
import { clientOf } from '#server/http/client.ts';
import { serve } from '#server/http/serve.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { confirmAuthenticatorApp, offerAuthenticatorApp } from './authenticator-apps.service.ts';
import { finishLoginByCode } from './finish-login.service.ts';
import { editRule, readRule } from './rule.service.ts';
import { readSecondFactor, renewOwnRecoveryCodes } from './second-factor.service.ts';
import { turnOff } from './turn-off.service.ts';

export function secondFactorRoutes(
  app: FastifyInstance,
  context: Context,
  rp: RelyingParty | undefined,
): void {
  serve(app, context, contract.getSecondFactor, async ({ context }) => ({
    ...(await readSecondFactor(context, context.actor._id)),
    mayAddPasskey: rp !== undefined,
  }));

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
      await turnOff(context, rp, sessionOf(request), body, clientOf(request));
      return { ok: true } as const;
    },
    throttled('password'),
  );

  serve(app, context, contract.getSecondFactorRule, ({ context }) => readRule(context));

  serve(app, context, contract.editSecondFactorRule, ({ context, body }) => editRule(context, body));

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
