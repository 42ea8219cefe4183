import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#server/lib/errors.ts';

// `status` is 'ready' once the server takes connections. `host`: its socket's folder, else its address.
interface PostmasterFile {
  pid: number;
  port: number;
  host: string;
  status: string;
}

/** Returns the path of PostgreSQL's file about its running server. */
export function getPostmasterFilePath(folder: string): string {
  return join(folder, 'postmaster.pid');
}

/**
 * Reads PostgreSQL's file about its running server; undefined when there is none. A missing status is empty, an unreadable id 0.
 * Source: PostgreSQL, src/include/utils/pidfile.h.
 */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(getPostmasterFilePath(folder), 'utf8')).split('\n');
    const [pid = '', , , port = '', socketFolder = '', address = '', , status = ''] = lines;
    return {
      pid: Number.parseInt(pid, 10) || 0,
      port: Number(port),
      host: socketFolder || address,
      status: status.trim(),
    };
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
