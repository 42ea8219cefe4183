import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { messages } from '#contract/call/messages.ts';
import { getColumnLetters } from '#contract/import-fields.ts';
import type { ImportProblem } from '#contract/import-settings.ts';
import type { ActorContext } from '#server/context.ts';
import type { ExportFile } from '#server/exports/exports.service.ts';
import { formatCsvHeader, formatCsvLine } from '#server/lib/csv/csv.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import { importFieldWords } from './field-words.ts';
import { openImportFile } from './import-file.service.ts';
import { readImportRow, rowsPerTurn } from './import-rows.service.ts';
import { readKnownRecords } from './known-records.service.ts';
import { getImport, getVisibleImport } from './show-imports.service.ts';

const columns = ['Row', 'Column', 'Value', 'Problem'];

/**
 * Makes a CSV file of every problem of a file that was checked, found once more as it is read.
 *
 * @throws Refusal 404, 409 with the import unless it is checked.
 */
export async function createProblemsFile(context: ActorContext, importId: string): Promise<ExportFile> {
  const row = await getVisibleImport(context, importId);
  const { state, noun, headers, settings } = row;
  if (state !== 'checked') throw conflict(messages.importNotNow, await getImport(context, importId));
  const reading = { context, importId, headers, settings, known: await readKnownRecords(context) };
  return { fileName: 'problems.csv', content: Readable.from(lines(), { objectMode: false }) };

  async function* lines() {
    const file = await openImportFile(context.db, importId);
    if (!file) throw notFound();
    try {
      yield formatCsvHeader(columns);
      let place = 0;
      for await (const { row, cells } of file.table.rows()) {
        if (place++ % rowsPerTurn === 0) await setImmediate();
        const text = readImportRow(reading, noun, cells).faults.map((fault) =>
          formatCsvLine([String(row), describeProblemColumn(fault, headers), fault.value, fault.message]),
        );
        if (text.length > 0) yield Buffer.from(text.join(''));
      }
    } finally {
      await file.remove();
    }
  }
}

/** Names the column of a problem by its header, else by its letter, else by the field that no column holds. */
export function describeProblemColumn(
  { column, field }: Pick<ImportProblem, 'column' | 'field'>,
  headers: readonly string[],
): string {
  if (column !== null) return headers[column] || getColumnLetters(column);
  return field ? importFieldWords[field] : '';
}
