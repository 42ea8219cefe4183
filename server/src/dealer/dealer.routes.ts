import type { FastifyInstance } from 'fastify';
import type { Dealer } from '#contract/dealer.ts';
import * as contract from '#contract/dealer.ts';
import * as lostReasons from '#contract/leads/lost-reasons.ts';
import * as messageTexts from '#contract/message-texts.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { type CountLeadDays, editDealer, readDealer } from './dealer.service.ts';
import { editLostReasons, listLostReasons } from './lost-reasons.service.ts';
import { editMessageTexts, listMessageTexts } from './message-texts.service.ts';

type Settings = Pick<Dealer, 'mail' | 'registration' | 'isLocalOnly'>;

export function dealerRoutes(
  app: FastifyInstance,
  context: Context,
  settings: Settings,
  countLeadDays: CountLeadDays,
): void {
  serveEndpoint(app, context, contract.getDealer, async ({ context }) => ({
    ...(await readDealer(context)),
    ...settings,
  }));

  serveEndpoint(app, context, contract.editDealer, async ({ context, body, files }) => ({
    ...(await editDealer(context, body, files.logo, countLeadDays)),
    ...settings,
  }));

  serveEndpoint(app, context, messageTexts.listMessageTexts, ({ context }) => listMessageTexts(context));

  serveEndpoint(app, context, messageTexts.editMessageTexts, ({ context, body }) =>
    editMessageTexts(context, body),
  );

  serveEndpoint(app, context, lostReasons.listLostReasons, ({ context }) => listLostReasons(context));

  serveEndpoint(app, context, lostReasons.editLostReasons, ({ context, body }) =>
    editLostReasons(context, body),
  );
}
