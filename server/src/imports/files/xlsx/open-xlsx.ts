import { createTable, type ImportTable, type TableRow, UnreadableFile } from '#server/imports/files/table.ts';
import { maxUnpackedBytes, openArchive } from './archive.ts';
import { readCellTexts } from './cell-texts.ts';
import { readSheetRows } from './sheet-rows.ts';
import { readWorkbook } from './workbook.ts';

/** Opens an XLSX file at the first visible sheet that is not empty. @throws UnreadableFile */
export async function openXlsx(path: string, headerRow?: number): Promise<ImportTable> {
  const { book, texts } = await readable(async () => {
    const archive = await openArchive(path);
    try {
      const book = await readWorkbook(archive);
      return { book, texts: await readCellTexts(archive, book.texts) };
    } finally {
      archive.close();
    }
  });
  const sheets = book.sheets.map(({ name }) => name);
  async function* rowsOf(part: string): AsyncGenerator<TableRow> {
    const archive = await readable(() => openArchive(path));
    try {
      yield* readSheetRows(archive, part, book, texts);
    } catch (error) {
      throw faultOf(error);
    } finally {
      archive.close();
    }
  }
  const blank = new Set<string>();
  let passed = 0;
  for (const { part, name, bytes } of book.sheets) {
    if (blank.has(part)) continue;
    const file = { kind: 'xlsx', encoding: null, separator: null, sheets, sheet: name } as const;
    try {
      return await createTable(file, () => rowsOf(part), headerRow);
    } catch (error) {
      if (!(error instanceof UnreadableFile && error.fault === 'fileEmpty')) throw error;
      blank.add(part);
      passed += bytes;
      if (passed > maxUnpackedBytes.blank) throw new UnreadableFile('fileUnpacksTooLarge');
    }
  }
  throw new UnreadableFile('fileEmpty');
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  const isOurs = error instanceof UnreadableFile || (error instanceof Error && 'syscall' in error);
  return isOurs ? error : new UnreadableFile('fileDamaged');
}
