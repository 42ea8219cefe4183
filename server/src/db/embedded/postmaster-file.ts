import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#server/lib/error-code.ts';

/** `status` is 'ready' once the server takes connections. */
export interface PostmasterFile {
  pid: number;
  status: string;
}

export function postmasterFilePath(folder: string): string {
  return join(folder, 'postmaster.pid');
}

/**
 * Undefined when there is none; a missing status is empty, an unreadable id 0. Source: PostgreSQL,
 * src/include/utils/pidfile.h.
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
