import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from './clock.ts';
import { type FileLock, lockFile } from './file-lock.ts';

const prefix = 'pitlane-files-';
const lockName = 'pitlane.lock';
// Milliseconds in which a process has locked the folder that it made.
const unlockedFor = 60_000;

let own: Promise<string> | undefined;

/**
 * Makes a folder for what is on disk only while this process works on it. The caller removes it; what a killed process leaves is
 * removed by the next {@link clearTemporaryFolders}.
 */
export async function makeTemporaryFolder(): Promise<string> {
  own ??= openOwn();
  return mkdtemp(join(await own, 'file-'));
}

async function openOwn(): Promise<string> {
  for (;;) {
    const folder = await mkdtemp(join(tmpdir(), prefix));
    const lock = lockIn(folder);
    if (!lock) continue;
    process.once('exit', () => {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    });
    return folder;
  }
}

/** Removes what processes that are no more have left in the temporary folder of this machine. */
export async function clearTemporaryFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (!(await mayBeLeft(folder))) continue;
    const lock = lockIn(folder);
    if (!lock) continue;
    lock.release();
    // Somebody else's stays.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function mayBeLeft(folder: string): Promise<boolean> {
  const [made, lock] = await Promise.all(
    [folder, join(folder, lockName)].map((path) => stat(path).catch(() => undefined)),
  );
  return (
    lock !== undefined || (made !== undefined && systemClock.now().getTime() - made.mtimeMs > unlockedFor)
  );
}

function lockIn(folder: string): FileLock | undefined {
  try {
    return lockFile(join(folder, lockName));
  } catch {
    return undefined;
  }
}
