import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/setup.ts';
import { isSetUpToken } from '#server/auth/one-time-tokens.service.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { clientOf } from '#server/http/session.ts';
import { checkSetUpLink, setUp } from './setup.service.ts';

export function setUpRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.checkDealerSetUpLink, ({ context, params }) =>
    checkSetUpLink(context, params.token),
  );

  serve(
    app,
    context,
    contract.setUpDealer,
    { isKnown: (context, { params }) => isSetUpToken(context, params.token) },
    ({ context, params, body, files, request }) =>
      setUp(context, params.token, body, files.logo, clientOf(request)),
  );
}
