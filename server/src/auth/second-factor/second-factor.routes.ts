import type { FastifyInstance } from 'fastify';
import * as passkeys from '#contract/login/passkeys.ts';
import * as contract from '#contract/login/second-factor.ts';
import { throttleGate } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { getClient, getSession } from '#server/http/session.ts';
import { notFound } from '#server/lib/refusal.ts';
import { confirmAuthenticatorApp, offerAuthenticatorApp } from './authenticator-apps.service.ts';
import { createPasskeyRequest, type RelyingParty } from './ceremonies.service.ts';
import { finishLoginByCode, finishLoginByPasskey, startPasskeyStep } from './finish-login.service.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey, startOwnPasskey } from './passkeys.service.ts';
import { changeSecondFactorRule, readSecondFactorRule } from './rule.service.ts';
import {
  readSecondFactor,
  renewOwnRecoveryCodes,
  resetEmployeeSecondFactor,
} from './second-factor.service.ts';
import { disableSecondFactor } from './turn-off.service.ts';

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

  serveEndpoint(app, context, contract.getSecondFactor, async ({ context }) => ({
    ...(await readSecondFactor(context, context.actor._id)),
    mayAddPasskey,
  }));

  serveEndpoint(
    app,
    context,
    contract.startAuthenticatorSetUp,
    throttleGate('password'),
    ({ context, body, request }) =>
      offerAuthenticatorApp(context, getSession(request), body, getClient(request)),
  );

  serveEndpoint(
    app,
    context,
    contract.confirmAuthenticatorSetUp,
    throttleGate('confirmApp'),
    ({ context, body, request }) =>
      confirmAuthenticatorApp(context, getSession(request), body, getClient(request)),
  );

  serveEndpoint(
    app,
    context,
    contract.renewRecoveryCodes,
    throttleGate('password'),
    ({ context, body, request }) => renewOwnRecoveryCodes(context, body, getClient(request)),
  );

  serveEndpoint(
    app,
    context,
    contract.turnOffSecondFactor,
    throttleGate('password'),
    async ({ context, body, request }) => {
      await disableSecondFactor(context, relyingParty, getSession(request), body, getClient(request));
      return { ok: true } as const;
    },
  );

  serveEndpoint(app, context, contract.getSecondFactorRule, ({ context }) => readSecondFactorRule(context));

  serveEndpoint(app, context, contract.editSecondFactorRule, ({ context, body }) =>
    changeSecondFactorRule(context, body),
  );

  serveEndpoint(
    app,
    context,
    contract.finishLoginWithCode,
    throttleGate('secondStep'),
    ({ context, body, request }) => finishLoginByCode(context, body, getClient(request)),
  );

  serveEndpoint(app, context, contract.resetSecondFactor, ({ context, params }) =>
    resetEmployeeSecondFactor(context, params.id),
  );

  serveEndpoint(
    app,
    context,
    passkeys.startPasskeyRegistration,
    throttleGate('password'),
    ({ context, body, request }) =>
      startOwnPasskey(context, rp(), getSession(request), body, getClient(request)),
  );

  serveEndpoint(app, context, passkeys.addPasskey, ({ context, body, request }) =>
    addOwnPasskey(context, rp(), getSession(request), body),
  );

  serveEndpoint(app, context, passkeys.renamePasskey, async ({ context, params, body }) => {
    await renameOwnPasskey(context, params.id, body.name);
    return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
  });

  serveEndpoint(
    app,
    context,
    passkeys.removePasskey,
    throttleGate('password'),
    async ({ context, params, body, request }) => {
      await removeOwnPasskey(context, params.id, body, getClient(request));
      return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
    },
  );

  serveEndpoint(app, context, passkeys.startPasskeyConfirmation, ({ context, request }) =>
    createPasskeyRequest(
      context,
      rp(),
      { purpose: 'turnOff', sessionId: getSession(request).sessionId },
      context.actor._id,
    ),
  );

  serveEndpoint(app, context, passkeys.startPasskeyLogin, ({ context, body }) =>
    startPasskeyStep(context, rp(), body.token),
  );

  serveEndpoint(
    app,
    context,
    passkeys.finishPasskeyLogin,
    throttleGate('secondStep'),
    ({ context, body, request }) => finishLoginByPasskey(context, rp(), body, getClient(request)),
  );
}
