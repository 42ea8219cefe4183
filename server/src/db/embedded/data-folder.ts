import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#server/lib/error-code.ts';
import { StartError } from '#server/lib/start-error.ts';

/** Its lock is what makes a process the one Pitlane of the folder. */
export const LOCK_FILE = 'pitlane.lock';

const THROWAWAY_MARK = 'throwaway.txt';
const FULL = ['ENOSPC', 'EDQUOT'];
const DENIED = ['EACCES', 'EPERM', 'EROFS'];

/** Makes the data folder (0700 when it is new) and proves that it can be written. Throws StartError. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await rm(await mkdtemp(join(dataDir, 'probe-')), { recursive: true });
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/**
 * Empties the folder of throwaway data, so that it starts anew. Throws StartError when what it holds was not made as
 * such. Only the holder of the folder's lock may call this.
 */
export async function emptyThrowawayFolder(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== LOCK_FILE);
  if (names.length > 0 && !names.includes(THROWAWAY_MARK)) {
    throw new StartError(
      `The folder ${dataDir} holds data that is no demo's: set DATA_DIR to another folder.`,
    );
  }
  await writeFile(
    join(dataDir, THROWAWAY_MARK),
    'What is in this folder is deleted at each start of the demo.\n',
  );
  for (const name of names.filter((each) => each !== THROWAWAY_MARK)) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Turns a failed file operation below the data folder into the line that says so; anything else stays as it is. */
export function folderError(dataDir: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const code = errorCode(error);
  if (FULL.includes(code)) return new StartError(`The data folder ${dataDir} is full: ${code}.`);
  if (DENIED.includes(code)) return new StartError(`The data folder ${dataDir} cannot be written: ${code}.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(`The data folder ${dataDir} is not a folder: ${code}.`);
  }
  return error;
}

/** Makes what was renamed or created in a folder outlast a power cut. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
