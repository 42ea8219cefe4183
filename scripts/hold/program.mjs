import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const patience = 15 * 60_000;

/** @typedef {ReturnType<typeof start>} Program */

/** Runs `part` in a new folder, then ends what still runs in it, and removes it. */
export async function inFolder(part) {
  const folder = mkdtempSync(join(tmpdir(), 'pitlane-hold-'));
  try {
    await part(folder);
  } finally {
    for (const pid of processesIn(folder)) kill(Number(pid));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a program in the background. @returns what it has printed (`output`), `printed` to wait for a text, `stop` and `kill`. */
export function start(command, args, options) {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
    child.once('error', (error) => {
      text += error.message;
      resolve(null);
    });
  });
  return {
    output: () => text,
    async printed(pattern) {
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      for (const giveUp = Date.now() + patience; Date.now() < giveUp && !isOver; await wait(20)) {
        const found = pattern.exec(text)?.[0];
        if (found) return found;
      }
      throw new Error(`${command} did not print ${pattern}:\n${text}`);
    },
    /**
     * SIGINT goes to the whole foreground, as from a terminal; SIGTERM to the program alone.
     *
     * @param {'SIGINT' | 'SIGTERM'} signal @returns its exit code.
     */
    async stop(signal) {
      kill(signal === 'SIGINT' ? -child.pid : child.pid, signal);
      return ended;
    },
    kill: () => kill(-child.pid),
  };
}

function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

/** Waits up to 20 seconds until no process names a folder. @returns the ids of those that still run. */
export async function waitForEndOfProcessesIn(folder) {
  for (let attempt = 0; attempt < 200 && processesIn(folder).length > 0; attempt++) await wait(100);
  return processesIn(folder);
}

/** Runs a program to its end. @returns what it printed. @throws with its output when it fails. */
export function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** Tells whether a program is installed. @param {string} program @param {string} option that it knows. */
export function has(program, option) {
  return spawnSync(program, [option]).status === 0;
}

/** Finds a port of this machine that is free at the moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

function kill(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
