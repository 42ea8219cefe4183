import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#server/lib/error-code.ts';

/** What `postmaster.pid` says: whose folder it is, and how far its server has come ('ready' takes connections). */
export interface PostmasterFile {
  pid: number;
  status: string;
}

/** Where PostgreSQL notes that a folder is in use. */
export function postmasterFilePath(folder: string): string {
  return join(folder, 'postmaster.pid');
}

/**
 * Reads it; undefined when there is none. A line that is not written yet is an empty status, an unreadable id is 0.
 * Source of the lines: PostgreSQL, src/include/utils/pidfile.h.
 */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(postmasterFilePath(folder), 'utf8')).split('\n');
    return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
