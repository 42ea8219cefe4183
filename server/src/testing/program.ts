import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const longestWait = 300_000;

export type ProgramOptions = Pick<SpawnOptions, 'uid' | 'gid' | 'detached'> & {
  command?: string;
  wrapper?: string[];
  env?: Record<string, string>;
};

export class Program {
  static readonly #running = new Set<Program>();

  readonly #child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  output = '';
  errors = '';

  constructor(args: string[], options: ProgramOptions = {}) {
    const { command = process.execPath, wrapper = [], env = {}, ...others } = options;
    const [first = command, ...rest] = [...wrapper, command, ...args];
    this.#child = spawn(first, rest, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited(), ...env },
      ...others,
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.errors += String(error);
        resolve(null);
      });
      // Not `close`: what it left behind may hold its output open. Its own has arrived by then.
      this.#child.once('exit', (code, signal) => setTimeout(resolve, 50, code ?? signal));
    });
    Program.#running.add(this);
    void this.ended.then(() => Program.#running.delete(this));
  }

  static async endAll(): Promise<void> {
    await Promise.all([...Program.#running].map((program) => program.end('SIGTERM')));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
    });
    for (const giveUp = Date.now() + longestWait; Date.now() < giveUp; await wait(10)) {
      const found = pattern.exec(this.output) ?? pattern.exec(this.errors);
      if (found) return found;
      if (isOver) break;
    }
    throw new Error(`It did not print ${pattern}:\n${this.output}${this.errors}`);
  }

  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.#child.kill(signal);
    return this.ended;
  }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP', 'PITLANE_TEST_RUN'];
  names.push('NODE_COMPILE_CACHE', 'NODE_REDIRECT_WARNINGS');
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
