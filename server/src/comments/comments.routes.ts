import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/comments.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { addComment, listColleagues, listMentions, markMentionsRead } from './comments.service.ts';

export function commentRoutes(app: FastifyInstance, context: Context): void {
  serveEndpoint(app, context, contract.addComment, ({ context, params, body }) =>
    addComment(context, params.id, body),
  );

  serveEndpoint(app, context, contract.listColleagues, async ({ context, params }) => ({
    colleagues: await listColleagues(context, params.id),
  }));

  serveEndpoint(app, context, contract.listMentions, ({ context }) => listMentions(context));

  serveEndpoint(app, context, contract.markMentionsRead, async ({ context, body }) => {
    await markMentionsRead(context, body.lead);
    return undefined;
  });
}
