import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { getErrorCode, StartError } from '#server/lib/errors.ts';
import { getPostmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { identifyProcess, listPostgresProcesses } from './processes.ts';
import { runProgram } from './run-program.ts';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 15_000;
const GENTLE_MS = 8_000;

type StopMode = 'fast' | 'immediate';

/** Tells a PostgreSQL to stop, without waiting for its end; does nothing to a process that has ended. */
export async function stopPostmaster(
  pid: number,
  mode: StopMode,
  bin: string,
  folder: string,
): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram({ wrapper: [] }, join(bin, 'pg_ctl'), ['stop', '-W', '-m', mode, '-D', folder]);
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error;
  }
}

/**
 * Stops a PostgreSQL that a killed Pitlane left behind. A `postmaster.pid` whose id belongs to another process (or a zombie) is
 * removed once no PostgreSQL works in the folder. One whose id belongs to no process stays: PostgreSQL checks for users of its shared
 * memory before it removes it. Only the holder of the folder's lock may call this.
 *
 * @throws StartError when a PostgreSQL goes on using the folder.
 */
export async function clearLeftovers(folder: string, bin: string, log: Logger): Promise<void> {
  const start = performance.now();
  const asked = new Map<number, StopMode>();
  for (;;) {
    const file = await readPostmasterFile(folder);
    const kind = file && file.pid > 0 ? await identifyProcess(file.pid, folder) : 'gone';
    const others = await listPostgresProcesses(folder);
    if (kind !== 'postgres' && others.length === 0) {
      if (!file || kind === 'gone') return;
      if (kind === 'other') {
        log.warn({ pid: file.pid }, 'removed the lock file of a PostgreSQL that is no more');
        await rm(getPostmasterFilePath(folder), { force: true });
        return;
      }
    }
    const waited = performance.now() - start;
    if (waited > PATIENCE_MS) {
      const whose = file ? `process ${file.pid}` : `processes ${others.join(', ')}`;
      throw new StartError(
        `The database in ${folder} is in use (${whose}) and does not come free: end that process first.`,
      );
    }
    const mode = waited < GENTLE_MS ? 'fast' : 'immediate';
    if (file && kind === 'postgres' && asked.get(file.pid) !== mode) {
      asked.set(file.pid, mode);
      log.warn({ pid: file.pid, mode }, 'stopping a PostgreSQL that an earlier Pitlane left behind');
      await stopPostmaster(file.pid, mode, bin, folder);
    }
    await wait(LOOK_EVERY_MS);
  }
}
