import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/call/messages.ts';
import { importLimits } from '#contract/import-settings.ts';
import * as contract from '#contract/imports.ts';
import type { Context } from '#server/context.ts';
import type { Exports } from '#server/exports/exports.service.ts';
import { asFile, serve } from '#server/http/serve.ts';
import { invalid } from '#server/lib/refusal.ts';
import { chooseHeaders } from './header-row.service.ts';
import {
  addImport,
  checkImport,
  getImport,
  listImports,
  revertImport,
  startImport,
  stopImport,
} from './imports.service.ts';
import { problemsFile } from './problems-file.service.ts';
import { refusedRows } from './refused-rows.service.ts';

export function importRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serve(
    app,
    context,
    contract.uploadImport,
    { diskBytes: importLimits.fileBytes },
    ({ context, body, files }) => {
      const path = files.file?.path;
      if (!path) throw invalid({ file: messages.uploadMissing });
      return addImport(context, { ...body, path });
    },
  );

  serve(app, context, contract.listImports, ({ context, query }) => listImports(context, query));

  serve(app, context, contract.getImport, ({ context, params }) => getImport(context, params.id));

  serve(app, context, contract.chooseImportHeaders, ({ context, params, body }) =>
    chooseHeaders(context, params.id, body.headerRow),
  );

  serve(app, context, contract.checkImport, ({ context, params, body }) =>
    checkImport(context, params.id, body),
  );

  serve(app, context, contract.startImport, ({ context, params }) => startImport(context, params.id));

  serve(app, context, contract.stopImport, ({ context, params }) => stopImport(context, params.id));

  serve(app, context, contract.revertImport, ({ context, params }) => revertImport(context, params.id));

  serve(app, context, contract.downloadImportProblems, async ({ context, request, reply, params }) =>
    asFile(
      reply,
      await exports.start(request.session, contract.downloadImportProblems, () =>
        problemsFile(context, params.id),
      ),
    ),
  );

  serve(app, context, contract.downloadRefusedImportRows, async ({ request, reply, params }) =>
    asFile(
      reply,
      await exports.start(request.session, contract.downloadRefusedImportRows, (inside) =>
        refusedRows(inside, params.id),
      ),
    ),
  );
}
