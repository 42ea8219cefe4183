import type { FastifyInstance } from 'fastify';
import * as passkeys from '#contract/login/passkeys.ts';
import * as contract from '#contract/login/second-factor.ts';
import { throttled } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { clientOf, sessionOf } from '#server/http/session.ts';
import { notFound } from '#server/lib/refusal.ts';
import { confirmAuthenticatorApp, offerAuthenticatorApp } from './authenticator-apps.service.ts';
import { askForPasskey, type RelyingParty } from './ceremonies.service.ts';
import { finishLoginByCode, finishLoginByPasskey, startPasskeyStep } from './finish-login.service.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey, startOwnPasskey } from './passkeys.service.ts';
import { editRule, readRule } from './rule.service.ts';
import { readSecondFactor, renewOwnRecoveryCodes, resetSecondFactorOf } from './second-factor.service.ts';
import { turnOff } from './turn-off.service.ts';

export function secondFactorRoutes(
  app: FastifyInstance,
  context: Context,
  relyingParty: RelyingParty | undefined,
): void {
  const rp = (): RelyingParty => {
    if (!relyingParty) throw notFound();
    return relyingParty;
  };
  const mayAddPasskey = relyingParty !== undefined;

  serve(app, context, contract.getSecondFactor, async ({ context }) => ({
    ...(await readSecondFactor(context, context.actor._id)),
    mayAddPasskey,
  }));

  serve(app, context, contract.startAuthenticatorSetUp, throttled('password'), ({ context, body, request }) =>
    offerAuthenticatorApp(context, sessionOf(request), body, clientOf(request)),
  );

  serve(
    app,
    context,
    contract.confirmAuthenticatorSetUp,
    throttled('confirmApp'),
    ({ context, body, request }) =>
      confirmAuthenticatorApp(context, sessionOf(request), body, clientOf(request)),
  );

  serve(app, context, contract.renewRecoveryCodes, throttled('password'), ({ context, body, request }) =>
    renewOwnRecoveryCodes(context, body, clientOf(request)),
  );

  serve(
    app,
    context,
    contract.turnOffSecondFactor,
    throttled('password'),
    async ({ context, body, request }) => {
      await turnOff(context, relyingParty, sessionOf(request), body, clientOf(request));
      return { ok: true } as const;
    },
  );

  serve(app, context, contract.getSecondFactorRule, ({ context }) => readRule(context));

  serve(app, context, contract.editSecondFactorRule, ({ context, body }) => editRule(context, body));

  serve(app, context, contract.finishLoginWithCode, throttled('secondStep'), ({ context, body, request }) =>
    finishLoginByCode(context, body, clientOf(request)),
  );

  serve(app, context, contract.resetSecondFactor, ({ context, params }) =>
    resetSecondFactorOf(context, params.id),
  );

  serve(
    app,
    context,
    passkeys.startPasskeyRegistration,
    throttled('password'),
    ({ context, body, request }) =>
      startOwnPasskey(context, rp(), sessionOf(request), body, clientOf(request)),
  );

  serve(app, context, passkeys.addPasskey, ({ context, body, request }) =>
    addOwnPasskey(context, rp(), sessionOf(request), body),
  );

  serve(app, context, passkeys.renamePasskey, async ({ context, params, body }) => {
    await renameOwnPasskey(context, params.id, body.name);
    return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
  });

  serve(
    app,
    context,
    passkeys.removePasskey,
    throttled('password'),
    async ({ context, params, body, request }) => {
      await removeOwnPasskey(context, params.id, body, clientOf(request));
      return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
    },
  );

  serve(app, context, passkeys.startPasskeyCheck, ({ context, request }) =>
    askForPasskey(
      context,
      rp(),
      { purpose: 'turnOff', sessionId: sessionOf(request).sessionId },
      context.actor._id,
    ),
  );

  serve(app, context, passkeys.startPasskeyLogin, ({ context, body }) =>
    startPasskeyStep(context, rp(), body.token),
  );

  serve(app, context, passkeys.finishPasskeyLogin, throttled('secondStep'), ({ context, body, request }) =>
    finishLoginByPasskey(context, rp(), body, clientOf(request)),
  );
}
