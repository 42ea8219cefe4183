import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/call/messages.ts';
import { importLimits } from '#contract/import-settings.ts';
import * as contract from '#contract/imports.ts';
import type { Context } from '#server/context.ts';
import type { Exports } from '#server/exports/exports.service.ts';
import { sendFile, serveEndpoint } from '#server/http/serve.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { chooseImportHeaders } from './header-row.service.ts';
import { addImport, checkImport, revertImport, startImport, stopImport } from './imports.service.ts';
import { listRefusedRows, mendImportRow } from './mend-row.service.ts';
import { createProblemsFile } from './problems-file.service.ts';
import { createRefusedRowsFile } from './refused-rows.service.ts';
import { getImport, getVisibleImport, listImports } from './show-imports.service.ts';

export function importRoutes(app: FastifyInstance, context: Context, exports: Exports): void {
  serveEndpoint(
    app,
    context,
    contract.uploadImport,
    { diskBytes: importLimits.fileBytes },
    ({ context, body, files }) => {
      const path = files.file?.path;
      if (!path) throw invalidFields({ file: messages.uploadMissing });
      return addImport(context, { ...body, path });
    },
  );

  serveEndpoint(app, context, contract.listImports, ({ context, query }) => listImports(context, query));

  serveEndpoint(app, context, contract.getImport, ({ context, params }) => getImport(context, params.id));

  serveEndpoint(app, context, contract.chooseImportHeaders, ({ context, params, body }) =>
    chooseImportHeaders(context, params.id, body.headerRow),
  );

  serveEndpoint(app, context, contract.checkImport, ({ context, params, body }) =>
    checkImport(context, params.id, body),
  );

  serveEndpoint(app, context, contract.startImport, ({ context, params }) => startImport(context, params.id));

  serveEndpoint(app, context, contract.stopImport, ({ context, params }) => stopImport(context, params.id));

  serveEndpoint(app, context, contract.revertImport, ({ context, params }) =>
    revertImport(context, params.id),
  );

  serveEndpoint(app, context, contract.listRefusedImportRows, async ({ context, params }) => ({
    rows: await listRefusedRows(context, params.id),
  }));

  serveEndpoint(app, context, contract.mendImportRow, ({ context, params, body }) =>
    mendImportRow(context, params.id, { row: params.row, ...body }),
  );

  serveEndpoint(
    app,
    context,
    contract.downloadImportCheckReport,
    async ({ context, request, reply, params }) =>
      sendFile(
        reply,
        await exports.start(request.session, contract.downloadImportCheckReport, () =>
          createProblemsFile(context, params.id),
        ),
      ),
  );

  serveEndpoint(
    app,
    context,
    contract.downloadRefusedImportRows,
    async ({ context, request, reply, params }) => {
      await getVisibleImport(context, params.id);
      return sendFile(
        reply,
        await exports.start(request.session, contract.downloadRefusedImportRows, (inside) =>
          createRefusedRowsFile(inside, params.id),
        ),
      );
    },
  );
}
