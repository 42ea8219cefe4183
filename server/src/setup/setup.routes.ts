import type { FastifyInstance } from 'fastify';
import * as firstSteps from '#contract/first-steps.ts';
import * as contract from '#contract/setup.ts';
import { isSetUpToken } from '#server/auth/one-time-tokens.service.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { getClient } from '#server/http/session.ts';
import { type Installation, readFirstSteps, setDismissedFirstSteps } from './first-steps.service.ts';
import { checkDealerSetUpLink, setUpDealer } from './setup.service.ts';

export function setUpRoutes(app: FastifyInstance, context: Context, installation: Installation): void {
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

  serveEndpoint(app, context, firstSteps.getFirstSteps, ({ context }) =>
    readFirstSteps(context, installation),
  );

  serveEndpoint(app, context, firstSteps.setDismissedFirstSteps, ({ context, body }) =>
    setDismissedFirstSteps(context, body.dismissed, installation),
  );
}
