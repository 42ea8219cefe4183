import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/dealer.ts';
import type { Context } from '#server/context.ts';
import { editDealer, readDealer } from '#server/dealer/dealer.service.ts';
import { register } from '#server/http/register.ts';

/** The dealer's name, logo and rules. */
export function dealerRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, contract.getDealer, ({ context }) => readDealer(context));

  register(app, context, contract.editDealer, ({ context, body, files }) =>
    editDealer(context, body, files.logo),
  );
}
