import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getErrorCode, StartError } from '#server/lib/errors.ts';

/** The name of the file in the data folder that a running Pitlane locks. */
export const LOCK_FILE = 'pitlane.lock';

const THROWAWAY_MARK = 'throwaway.txt';
const FULL = ['ENOSPC', 'EDQUOT'];
const DENIED = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Creates the data folder (0700) with those above it, unless it is there, and checks that it can be written.
 *
 * @throws StartError when it cannot.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await requireWritableFolder(dataDir);
  } catch (error) {
    const known = toFolderError(dataDir, error);
    if (known instanceof StartError) throw known;
    throw new StartError(
      `The data folder ${dataDir} cannot be made: ${getErrorCode(error)}. Set DATA_DIR to another.`,
    );
  }
}

/** Creates the folder (0700) unless it is there, and throws unless it can be written. */
export async function requireWritableFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await rm(await mkdtemp(join(folder, 'probe-')), { recursive: true });
}

/** Makes a folder with the folders above it. Node's own `recursive` never returns where a folder can have none, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const make = (path: string) =>
    mkdir(path, { mode: 0o700 }).catch(async (error) => {
      if (getErrorCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  await make(folder).catch(async (error) => {
    const above = dirname(folder);
    if (getErrorCode(error) !== 'ENOENT' || above === folder) throw error;
    await makeFolder(above);
    await make(folder);
  });
}

/**
 * Deletes everything in a demo's data folder but its lock. Only the holder of its lock may call this.
 *
 * @throws StartError unless the folder is empty or was made for throwaway data.
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

/** Converts a failed file operation to a StartError; any other error is returned as it is. */
export function toFolderError(dataDir: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const code = getErrorCode(error);
  if (FULL.includes(code)) return new StartError(`The data folder ${dataDir} is full: ${code}.`);
  if (DENIED.includes(code))
    return new StartError(`The data folder ${dataDir} cannot be written: ${code}. Set DATA_DIR to another.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(`The data folder ${dataDir} is not a folder: ${code}. Set DATA_DIR to another.`);
  }
  return error;
}

/** Makes created and renamed files survive a power cut. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
