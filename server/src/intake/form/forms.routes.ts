import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/forms.ts';
import type { Context } from '#server/context.ts';
import { serveEndpoint } from '#server/http/serve.ts';
import { createWebsiteForm, editWebsiteForm, getWebsiteForm } from './forms.service.ts';
import { type FormParts, formPageRoutes } from './pages.routes.ts';

export function formRoutes(app: FastifyInstance, context: Context, parts: FormParts): void {
  const { sealing } = parts;

  serveEndpoint(app, context, contract.createWebsiteForm, ({ context, body }) =>
    createWebsiteForm(context, sealing, body),
  );

  serveEndpoint(app, context, contract.getWebsiteForm, ({ context, params }) =>
    getWebsiteForm(context, sealing, params.id),
  );

  serveEndpoint(app, context, contract.editWebsiteForm, ({ context, params, body }) =>
    editWebsiteForm(context, sealing, params.id, body),
  );

  app.register(async (pages) => formPageRoutes(pages, context, parts));
}
