import { stat } from 'node:fs/promises';
import { openCsv } from './csv-table.ts';
import { readFirstBytes } from './encoding.ts';
import { type FileFault, fileLimits, type ImportTable, UnreadableFile } from './table.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

const megabyte = 1_048_576;

/** The directory of an encrypted book is near its start, but not always in its first bytes. */
const looked = megabyte;
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

const markup = /^(?:\xef\xbb\xbf)?\s*<(?:[?!]|html|table|meta|head|body)/i;

/**
 * Opens a file, recognised by what is in it, whatever its name. Memory stays flat: rows are read as they are asked for.
 *
 * @param headerRow the number of the row with the headers, 0 for none; otherwise they are looked for.
 * @throws UnreadableFile
 */
export async function openTable(path: string, headerRow?: number): Promise<ImportTable> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFile('fileEmpty');
  if (size > fileLimits.megabytes * megabyte) {
    throw new UnreadableFile('fileTooLarge', { max: fileLimits.megabytes });
  }
  const start = await readFirstBytes(path, looked);
  const fault = faultOf(start);
  if (fault) throw new UnreadableFile(fault);
  return await (isZip(start) ? openXlsx(path, headerRow) : openCsv(path, headerRow));
}

function faultOf(start: Buffer): FileFault | undefined {
  if (startsWith(start, '%PDF-')) return 'filePdf';
  // Old Excel files, and new ones with a password, are a file system of their own, whose names are in UTF-16.
  if (startsWith(start, '\xd0\xcf\x11\xe0')) return start.includes(encrypted) ? 'fileLocked' : 'fileXls';
  return markup.test(start.toString('latin1', 0, 256)) ? 'fileUnknown' : undefined;
}

function isZip(start: Buffer): boolean {
  return startsWith(start, 'PK\x03\x04') || startsWith(start, 'PK\x05\x06');
}

function startsWith(start: Buffer, signature: string): boolean {
  return start.subarray(0, signature.length).toString('latin1') === signature;
}
