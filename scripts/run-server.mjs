// Runs server and commands on the pinned Node; each ends when the other does.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNodeBinary } from './bootstrap.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lookEveryMs = 500;

/**
 * glibc keeps freed memory in an arena per thread, and ever larger blocks. With two arenas and a fixed limit, blocks of 16 KiB
 * and more, such as pieces of uploads, go back to the system at once. V8's space for new objects grows to a hundred MB under
 * load and gets no faster.
 */
export const environment = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Runs the server, and ends with it. @param {string[]} [args] of the server. */
export function runServer(args = []) {
  runProgram('server/src/main.ts', args);
}

/**
 * Passes signals on and exits as the program does, which notices by the IPC channel when this process is killed, and stops.
 *
 * @param {string} program @param {string[]} args
 */
export function runProgram(program, args) {
  const child = spawn(findNodeBinary(), ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchNpm(() => child.kill('SIGTERM'));
  child.once('error', (error) => {
    console.error(`Node does not start: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * npm signals the shell of a script, which may die without passing the signal on.
 *
 * @param {() => void} onDeath
 */
function watchNpm(onDeath) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onDeath();
  }, lookEveryMs);
  timer.unref();
}
