import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/lib/errors.ts';
import { LOCK_FILE } from './data-folder.ts';

const SQLITE_BUSY = 5;

interface FolderLock {
  release(): void;
}

/**
 * Holds the folder until `release` or the death of this process: the lock is the kernel's, so it cannot go stale. Node has no
 * file locks; an exclusive SQLite transaction is one on every platform. Throws StartError when another Pitlane has the
 * folder.
 */
export function lockFolder(dataDir: string): FolderLock {
  const file = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StartError(`The data folder ${dataDir} is already in use by another Pitlane.`);
    }
    throw new StartError(`The data folder ${dataDir} cannot be locked: ${String(error)}`);
  }
  return { release: () => file.isOpen && file.close() };
}
