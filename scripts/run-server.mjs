// Runs Pitlane's server on the pinned Node and lives and dies with it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeBinary } from './bootstrap.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lookEveryMs = 500;

/**
 * glibc keeps what was freed in an arena for each thread, and moves ever larger blocks there once one was freed; with few
 * arenas and a fixed limit, blocks of 128 KiB and more go back to the system at once.
 */
const defaults = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Starts the server with the terminal as its own, hands signals on and exits as it does. It notices by the channel
 * between them when this process is killed, and stops.
 * @param {string[]} [args] of the server.
 */
export function runServer(args = []) {
  const child = spawn(
    nodeBinary(),
    ['--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...args],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...defaults, ...process.env },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchNpm(() => child.kill('SIGTERM'));
  child.once('error', (error) => {
    console.error(`Node does not start: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * npm hands a signal to the shell that it runs a script in, and that shell may die without handing it on.
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
