import { Readable } from 'node:stream';
import { refusalReasonsColumn } from '#contract/import-settings.ts';
import type { ExportContext, ExportFile } from '#server/exports/exports.service.ts';
import { formatCsvHeader, formatCsvLine } from '#server/lib/csv/csv.ts';
import { notFound } from '#server/lib/refusal.ts';
import { selectHeaders, selectRefusedRows } from './import-rows.db.ts';

const page = 500;

/** Makes a CSV file of refused rows as they were in the file, with why they were refused. @throws Refusal 404 for an unknown import. */
export async function createRefusedRowsFile(
  { find, release }: Pick<ExportContext, 'find' | 'release'>,
  importId: string,
): Promise<ExportFile> {
  const [found] = await find(selectHeaders(importId));
  if (!found) throw notFound();
  const { headers } = found;
  return { fileName: 'refused-rows.csv', content: Readable.from(lines(), { objectMode: false }) };

  async function* lines() {
    const isMended = headers.at(-1) === refusalReasonsColumn;
    const own = isMended ? headers.slice(0, -1) : headers;
    yield formatCsvHeader([...own, refusalReasonsColumn]);
    for (let after = 0; ; ) {
      const rows = await find(selectRefusedRows(importId, after, page));
      const text = rows.map(({ cells, reasons }) =>
        formatCsvLine([...own.map((_, place) => cells[place] ?? ''), reasons]),
      );
      if (text.length > 0) yield Buffer.from(text.join(''));
      const last = rows.at(-1);
      if (!last || rows.length < page) break;
      after = last.row;
    }
    release();
  }
}
