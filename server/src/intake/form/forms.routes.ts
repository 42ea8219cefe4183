import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/forms.ts';
import type { Context } from '#server/context.ts';
import { serve } from '#server/http/serve.ts';
import { createForm, editForm, getForm } from './forms.service.ts';
import { type FormParts, formPages } from './pages.routes.ts';

export function formRoutes(app: FastifyInstance, context: Context, parts: FormParts): void {
  const { sealing } = parts;

  serve(app, context, contract.createWebsiteForm, ({ context, body }) => createForm(context, sealing, body));

  serve(app, context, contract.getWebsiteForm, ({ context, params }) => getForm(context, sealing, params.id));

  serve(app, context, contract.editWebsiteForm, ({ context, params, body }) =>
    editForm(context, sealing, params.id, body),
  );

  app.register(async (pages) => formPages(pages, context, parts));
}
