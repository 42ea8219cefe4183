import { stat } from 'node:fs/promises';
import { openCsv } from './csv-table.ts';
import { firstBytes } from './encoding.ts';
import { fileLimits, type Table, UnreadableFile } from './table.ts';

const megabyte = 1_048_576;

/**
 * Recognises a file by what is in it, whatever its name. Memory stays flat: rows are read as they are asked for.
 *
 * @throws UnreadableFile
 */
export async function openTable(path: string): Promise<Table> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFile('fileEmpty');
  if (size > fileLimits.megabytes * megabyte) {
    throw new UnreadableFile('fileTooLarge', { max: fileLimits.megabytes });
  }
  const start = await firstBytes(path, 8);
  if (start.subarray(0, 5).toString('latin1') === '%PDF-') throw new UnreadableFile('filePdf');
  return await openCsv(path);
}
