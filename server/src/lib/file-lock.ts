import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A lock on a file that this process holds until `release`. */
export type FileLock = { release: () => void };

/**
 * Locks a file, which it makes, until `release` or the death of this process: the lock is the kernel's, so it cannot go stale. Node
 * has no file locks; an exclusive SQLite transaction is one on every platform.
 *
 * @returns undefined while another process has locked it.
 */
export function lockFile(path: string): FileLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => file.isOpen && file.close() };
}
