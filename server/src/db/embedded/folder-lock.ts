import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/lib/start-error.ts';
import { LOCK_FILE } from './data-folder.ts';

const SQLITE_BUSY = 5;

/** The right to be the one Pitlane on a data folder. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process until `release` or its death, however that comes: the lock is the kernel's, so
 * a stale one cannot exist. Node has no file locks of its own; an open exclusive transaction of its SQLite is one on
 * every platform. Throws StartError when another Pitlane has the folder.
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
