import { join } from 'node:path';
import { StartError } from '#server/lib/errors.ts';
import { type FileLock, lockFile } from '#server/lib/file-lock.ts';
import { LOCK_FILE } from './data-folder.ts';

/** Locks a data folder until `release` or the death of this process. @throws StartError when another Pitlane has the folder. */
export function lockFolder(dataDir: string): FileLock {
  const lock = tryLock(dataDir);
  if (!lock) throw new StartError(`The data folder ${dataDir} is already in use by another Pitlane.`);
  return lock;
}

function tryLock(dataDir: string): FileLock | undefined {
  try {
    return lockFile(join(dataDir, LOCK_FILE));
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be locked: ${String(error)}`);
  }
}
