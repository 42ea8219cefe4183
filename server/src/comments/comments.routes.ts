import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/comments.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { addComment, listColleagues, listMentions, readMentions } from './comments.service.ts';

export function commentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contract.addComment, ({ context, params, body }) =>
    addComment(context, params.id, body),
  );

  serve(app, context, contract.listColleagues, async ({ context, params }) => ({
    colleagues: await listColleagues(context, params.id),
  }));

  serve(app, context, contract.listMentions, ({ context }) => listMentions(context));

  serve(app, context, contract.markMentionsRead, async ({ context, body }) => {
    await readMentions(context, body.lead);
    return undefined;
  });
}
