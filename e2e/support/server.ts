import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longestStart = 600_000;
const longestStop = 120_000;

/** A server process that is started on a port of its own. */
export class Server {
  readonly url: string;
  #child: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /**
   * Starts on a free loopback port and waits until ready.
   *
   * @param settings environment, at least `DATA_DIR`.
   * @param args such as `--demo`.
   * @param name of this machine in its address: browsers allow passkeys at `localhost`, not at numbers.
   * @throws with its output when it exits first.
   */
  static async start(
    settings: Record<string, string>,
    args: readonly string[] = [],
    name = '127.0.0.1',
  ): Promise<Server> {
    const port = await freePort();
    const url = `http://${name}:${port}`;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'server/src/main.ts', ...args],
      {
        cwd: root,
        // By this IPC channel it notices that this process was killed, and stops.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...inherited(),
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: url,
          LOG_LEVEL: 'warn',
          // A slow machine must not refuse calls.
          OVERLOAD_MS: '999999',
          // No test calls Meta.
          META_GRAPH_URL: url,
          ...settings,
        },
      },
    );
    const server = new Server(child, url);
    await server.#ready();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  async printed(pattern: RegExp): Promise<string> {
    const giveUp = Date.now() + longestStart;
    while (Date.now() < giveUp) {
      const found = pattern.exec(this.#output)?.[0];
      if (found) return found;
      await wait(20);
    }
    throw new Error(`Pitlane did not print ${pattern}:\n${this.#output}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), longestStop);
    const code = await ended;
    clearTimeout(limit);
    if (code !== 0) throw new Error(`Pitlane ended with ${code ?? 'a signal'}:\n${this.#output}`);
  }

  async #ready(): Promise<void> {
    const giveUp = Date.now() + longestStart;
    while (Date.now() < giveUp) {
      if (this.#child.exitCode !== null) throw new Error(`Pitlane did not start:\n${this.#output}`);
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await wait(50);
    }
    this.#child.kill('SIGKILL');
    throw new Error(`Pitlane was not ready in time:\n${this.#output}`);
  }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP', 'PITLANE_TEST_RUN'];
  names.push('NODE_COMPILE_CACHE', 'NODE_REDIRECT_WARNINGS');
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
