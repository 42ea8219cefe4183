import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/setup.ts';
import type { Context } from '#server/context.ts';
import { clientOf } from '#server/http/client.ts';
import { register } from '#server/http/register.ts';
import { checkSetUpLink, setUp } from '#server/setup/setup.service.ts';

/** The set-up page of an empty database. */
export function setUpRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.checkSetUpLink, ({ context, params }) =>
    checkSetUpLink(context, params.token),
  );

  register(app, context, contract.setUp, ({ context, params, body, files, request }) =>
    setUp(context, params.token, body, files.logo, clientOf(request)),
  );
}
