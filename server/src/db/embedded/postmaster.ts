import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/lib/errors.ts';
import { stopPostmaster } from './leftovers.ts';
import { getMemorySettings, getUsableMemory } from './memory.ts';
import type { PostgresLineHandler } from './postgres-lines.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { PostgresRunner } from './run-as.ts';
import { extractError } from './run-program.ts';
import type { SocketPlace } from './socket-place.ts';

const LOOK_EVERY_MS = 10;
const GENTLE_MS = 3_000;
const LAST_LINES = 20;

// Nothing personal in its log: the application reports failed statements. Statements are many and short: none is worth the start of
// helping processes.
const SETTINGS = [
  ...['max_connections=60', 'work_mem=8MB', 'random_page_cost=1.1', 'jit=off', 'fsync=on'],
  'max_parallel_workers_per_gather=0',
  ...['timezone=UTC', 'log_timezone=UTC', 'logging_collector=off', 'log_destination=stderr'],
  ...['log_line_prefix=', 'log_min_messages=log', 'log_min_error_statement=panic'],
  ...['log_error_verbosity=terse', 'log_statement=none'],
];

/** A running PostgreSQL. `ended` resolves with how it ended. */
export interface Postmaster {
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Says that another PostgreSQL works in the folder. */
export class FolderBusyError extends StartError {}

/**
 * Starts PostgreSQL, and waits until it takes connections, however long recovery lasts.
 *
 * @throws StartError, also when `signal` calls the start off.
 */
export async function startPostmaster(
  runner: PostgresRunner,
  folder: string,
  place: SocketPlace,
  onLine: PostgresLineHandler,
  signal?: AbortSignal,
): Promise<Postmaster> {
  const { wrapper, uid, gid } = runner.runAs;
  const program = join(runner.binaries.bin, 'postgres');
  const settings = [...SETTINGS, ...getMemorySettings(getUsableMemory())].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const [command = program, ...args] = [...wrapper, program, '-D', folder, ...place.flags, ...settings];
  // In its own process group, so that Ctrl-C reaches Pitlane alone, which then stops PostgreSQL in order.
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
    uid,
    gid,
  });
  const lastLines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > LAST_LINES) lastLines.shift();
    onLine(line, isStopping);
  });
  let isStopping = false;
  let over = false;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      over = true;
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const abandon = () => child.kill('SIGINT');
  process.once('exit', abandon);
  void ended.then(() => process.off('exit', abandon));

  while (!over && !(await isReady())) {
    if (signal?.aborted) await stop();
    else await Promise.race([wait(LOOK_EVERY_MS), ended]);
  }
  if (over) throw failure(folder, lastLines.join('\n'));
  return { ended, stop };

  async function isReady(): Promise<boolean> {
    const file = await readPostmasterFile(folder);
    return file !== undefined && file.pid === child.pid && file.status === 'ready';
  }

  async function stop(): Promise<void> {
    isStopping = true;
    if (!over && child.pid) await stopPostmaster(child.pid, 'fast', runner.binaries.bin, folder);
    await Promise.race([ended, wait(GENTLE_MS, undefined, { ref: false })]);
    if (!over && child.pid) await stopPostmaster(child.pid, 'immediate', runner.binaries.bin, folder);
    await ended;
  }
}

function failure(folder: string, output: string): StartError {
  const reason = extractError(output);
  if (/lock file ".*" already exists|shared memory block .* is still in use/.test(output)) {
    return new FolderBusyError(`The database in ${folder} is in use: ${reason}`);
  }
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new StartError(`The disk of the database in ${folder} is full: ${reason}`);
  }
  return new StartError(`The database in ${folder} does not start: ${reason}`);
}
