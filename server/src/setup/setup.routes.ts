import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/setup.ts';
import { isSetUpToken } from '#server/auth/one-time-tokens.service.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { getClient } from '#server/http/session.ts';
import { checkDealerSetUpLink, setUpDealer } from './setup.service.ts';

export function setUpRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.checkDealerSetUpLink, ({ context, params }) =>
    checkDealerSetUpLink(context, params.token),
  );

  serveEndpoint(
    app,
    context,
    contract.setUpDealer,
    { isKnown: (context, { params }) => isSetUpToken(context, params.token) },
    ({ context, params, body, files, request }) =>
      setUpDealer(context, params.token, body, files.logo, getClient(request)),
  );
}
