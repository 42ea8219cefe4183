import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportKind } from '#contract/import-fields.ts';
import { refusalReasonsColumn } from '#contract/import-settings.ts';
import type { Db } from '#server/db/transaction.ts';
import { makeTemporaryFolder } from '#server/lib/temporary-folder.ts';
import { type ImportTable, UnreadableFile } from './files/table.ts';
import { findChunk, insertChunk } from './import-rows.db.ts';
import { findImport } from './imports.db.ts';
import { readTable } from './reading/read-table.service.ts';

const chunkBytes = 262_144;

/** Stores a file in pieces in the database, so that any process can read it. */
export async function storeImportFile(db: Db, importId: string, path: string): Promise<void> {
  let place = 0;
  for await (const piece of createReadStream(path, { highWaterMark: chunkBytes }))
    await insertChunk(db, importId, place++, piece);
}

type OpenFile = { table: ImportTable; remove: () => Promise<void> };

/**
 * Runs work with the table of an import's file, which is on this machine only while `work` runs.
 *
 * @param headerRow instead of the import's own.
 * @returns what `work` does; undefined when the file was deleted.
 * @throws UnreadableFile
 */
export async function withImportTable<T>(
  db: Db,
  importId: string,
  work: (table: ImportTable) => Promise<T>,
  headerRow?: number,
): Promise<T | undefined> {
  const file = await openImportFile(db, importId, headerRow);
  if (!file) return undefined;
  try {
    return await work(file.table);
  } finally {
    await file.remove();
  }
}

/**
 * Opens an import's file for what reads it at somebody else's pace; the caller removes it.
 *
 * @returns undefined when the file was deleted.
 * @throws UnreadableFile
 */
export async function openImportFile(
  db: Db,
  importId: string,
  headerRow?: number,
): Promise<OpenFile | undefined> {
  const folder = await makeTemporaryFolder();
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'table');
    if (await fetchFile(db, importId, path)) {
      const row = headerRow ?? (await findImport(db, importId))?.header_row ?? undefined;
      const { table, close } = await readTable(path, row);
      return { table, remove: () => close().finally(removeFolder) };
    }
    await removeFolder();
    return undefined;
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function fetchFile(db: Db, importId: string, path: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let place = 0; ; place++) {
      const bytes = await findChunk(db, importId, place);
      if (!bytes) return place > 0;
      await file.appendFile(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Computes a hash that is the same for files whose settings can be the same. */
export function hashFileShape(noun: ImportKind, headers: readonly string[]): Buffer {
  const own = headers.at(-1) === refusalReasonsColumn ? headers.slice(0, -1) : headers;
  return createHash('sha256')
    .update(JSON.stringify([noun, own]))
    .digest();
}

/** Reads the first rows below the headers, in full width. @throws UnreadableFile */
export async function readFirstRows(table: ImportTable, most: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of table.rows()) {
    rows.push(cells);
    if (rows.length === most) break;
  }
  return rows;
}

/** Describes in one line why a file cannot be read. @throws any error that says something else. */
export function describeFileFault(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  throw error;
}
