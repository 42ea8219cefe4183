import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/login/passkeys.ts';
import { finishLoginByPasskey } from '#server/auth/second-factor/finish-login.service.ts';
import { startPasskeyStep } from '#server/auth/second-factor/passkey-step.service.ts';
import { readSecondFactor } from '#server/auth/second-factor/second-factor.service.ts';
import { throttled } from '#server/auth/throttles.service.ts';
import type { Context, RequestSession } from '#server/context.ts';
import { clientOf } from '#server/http/client.ts';
import { serve } from '#server/http/serve.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { askForPasskey } from './ceremonies.service.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey, startOwnPasskey } from './passkeys.service.ts';
import type { RelyingParty } from './relying-party.ts';

export function passkeyRoutes(
  app: FastifyInstance,
  context: Context,
  relyingParty: RelyingParty | undefined,
): void {
  const rp = (): RelyingParty => {
    if (!relyingParty) throw notFound();
    return relyingParty;
  };
  const mayAddPasskey = relyingParty !== undefined;

  serve(
    app,
    context,
    contract.startPasskey,
    ({ context, body, request }) =>
      startOwnPasskey(context, rp(), sessionOf(request), body, clientOf(request)),
    throttled('password'),
  );

  serve(app, context, contract.addPasskey, ({ context, body, request }) =>
    addOwnPasskey(context, rp(), sessionOf(request), body),
  );

  serve(app, context, contract.renamePasskey, async ({ context, params, body }) => {
    await renameOwnPasskey(context, params.id, body.name);
    return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
  });

  serve(
    app,
    context,
    contract.removePasskey,
    async ({ context, params, body, request }) => {
      await removeOwnPasskey(context, params.id, body, clientOf(request));
      return { ...(await readSecondFactor(context, context.actor._id)), mayAddPasskey };
    },
    throttled('password'),
  );

  serve(app, context, contract.askPasskey, ({ context, request }) =>
    askForPasskey(
      context,
      rp(),
      { purpose: 'turnOff', sessionId: sessionOf(request).sessionId },
      context.actor._id,
    ),
  );

  serve(app, context, contract.startPasskeyLogin, ({ context, body }) =>
    startPasskeyStep(context, rp(), body.token),
  );

  serve(
    app,
    context,
    contract.finishPasskeyLogin,
    ({ context, body, request }) => finishLoginByPasskey(context, rp(), body, clientOf(request)),
    throttled('secondStep'),
  );
}

function sessionOf({ session }: FastifyRequest): RequestSession {
  if (!session) throw new Refusal('unauthorized', 'Log in to continue');
  return session;
}
